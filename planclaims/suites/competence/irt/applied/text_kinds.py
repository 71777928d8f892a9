"""A classifier of questions by their text, tested on domains it has not seen."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from planclaims.suites.competence.irt.estimators.descent import minimise
from planclaims.suites.competence.irt.estimators.matrix import Numbers, Places

WORD = re.compile(r"[a-z]+")
LEAST_TEXTS = 2
"""In how many texts a word must occur to count."""
SHRINKAGE = 1e-3


@dataclass(frozen=True)
class TextClassifier:
    """Words with their weights (inverse frequency in texts) and the coefficients of every class, words x classes."""

    words: dict[str, int]
    rarity: Numbers
    classes: tuple[str, ...]
    coefficients: Numbers

    def features(self, texts: Sequence[str]) -> Numbers:
        """Return the words of each text weighted by rarity, of length 1, with a constant at the end."""
        return _features(texts, self.words, self.rarity)

    def predict(self, texts: Sequence[str]) -> list[str]:
        """Return the likeliest class of each text."""
        scores = self.features(texts) @ self.coefficients
        return [self.classes[place] for place in scores.argmax(axis=1)]


def train(texts: Sequence[str], classes: Sequence[str]) -> TextClassifier:
    """Return a multinomial logistic regression on the words of the texts."""
    counts = Counter(word for text in texts for word in set(WORD.findall(text.lower())))
    words = {word: n for n, word in enumerate(sorted(word for word, times in counts.items() if times >= LEAST_TEXTS))}
    rarity = np.log((1 + len(texts)) / (1 + np.array([counts[word] for word in words]))) + 1
    names = tuple(sorted(set(classes)))
    features = _features(texts, words, rarity)
    target = np.array([[float(name == given) for name in names] for given in classes])

    def loss(vector: Numbers) -> tuple[float, Numbers]:
        weights = vector.reshape(features.shape[1], len(names))
        scores = features @ weights
        scores -= scores.max(axis=1, keepdims=True)
        log_shares = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
        penalised = weights.copy()
        penalised[-1] = 0
        value = -float((target * log_shares).sum()) / len(texts) + 0.5 * SHRINKAGE * float((penalised**2).sum())
        slope = features.T @ (np.exp(log_shares) - target) / len(texts) + SHRINKAGE * penalised
        return value, slope.ravel()

    end = minimise(loss, np.zeros(features.shape[1] * len(names)), iterations=200)[0]
    return TextClassifier(words, rarity, names, end.reshape(features.shape[1], len(names)))


def predicted_on_unseen_domains(texts: Sequence[str], classes: Sequence[str], domains: Sequence[str]) -> list[str]:
    """Return the class of every text as a classifier that saw no text of its domain says; ValueError for one domain."""
    if len(set(domains)) < 2:
        raise ValueError("there is one domain, so none is unseen")
    found = [""] * len(texts)
    for domain in sorted(set(domains)):
        here = [n for n, name in enumerate(domains) if name == domain]
        rest = [n for n, name in enumerate(domains) if name != domain]
        classifier = train([texts[n] for n in rest], [classes[n] for n in rest])
        for n, predicted in zip(here, classifier.predict([texts[n] for n in here]), strict=True):
            found[n] = predicted
    return found


def predicted_difficulty(features: Numbers, difficulty: Numbers, domains: Sequence[str]) -> Numbers:
    """Return difficulties (J x K) predicted by least squares from features (J x C), on domains left out of the fit."""
    scale = np.where(features.std(axis=0) > 0, features.std(axis=0), 1.0)
    design = np.column_stack([np.ones(len(features)), (features - features.mean(axis=0)) / scale])
    found = np.zeros_like(difficulty)
    names = np.array(domains)
    for domain in sorted(set(domains)):
        here: Places = np.flatnonzero(names == domain)
        rest = np.flatnonzero(names != domain)
        found[here] = design[here] @ np.linalg.lstsq(design[rest], difficulty[rest], rcond=None)[0]
    return found


def _features(texts: Sequence[str], words: dict[str, int], rarity: Numbers) -> Numbers:
    found = np.zeros((len(texts), len(words) + 1))
    for place, text in enumerate(texts):
        for word, times in Counter(WORD.findall(text.lower())).items():
            if word in words:
                found[place, words[word]] = times * rarity[words[word]]
    lengths = np.linalg.norm(found, axis=1, keepdims=True)
    found /= np.where(lengths > 0, lengths, 1.0)
    found[:, -1] = 1.0
    return found
