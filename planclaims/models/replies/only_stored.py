"""A model that answers from the store alone: it finds out whether anything would have to be asked."""

from __future__ import annotations

from planclaims.errors import InfrastructureError
from planclaims.models.replies.store import request_key
from planclaims.models.replies.stored_model import StoredModel
from planclaims.seam import Reply, Request


class NotStored(InfrastructureError):
    """A reply is not in the store, so it would have to be asked for."""


class OnlyStored(StoredModel):
    """A stored model that asks nobody and writes nothing; NotStored for a reply that is not there."""

    def reply(self, request: Request) -> Reply:
        """Return the stored reply."""
        found = self.store.get(request_key(self._asked(request)))
        if found is None:
            raise NotStored("the reply is not stored")
        return found
