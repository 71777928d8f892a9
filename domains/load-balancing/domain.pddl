; Traffic buckets on servers. What a bucket needs counts at the moment it is assigned: a server may run any number of
; services, and stopping one moves no bucket.
(define (domain load-balancing)
  (:requirements :strips :typing :negative-preconditions :numeric-fluents :action-costs)
  (:types bucket server region service - object)
  (:predicates
    (bucket-waiting ?bucket - bucket)
    (assigned-to ?bucket - bucket ?server - server)
    (from-region ?bucket - bucket ?region - region)
    (needs-service ?bucket - bucket ?service - service)
    (stands-in ?server - server ?region - region)
    (server-online ?server - server)
    (runs-service ?server - server ?service - service))
  (:functions
    (load ?server - server)
    (capacity ?server - server)
    (total-cost))

  (:action assign-bucket
    :parameters (?bucket - bucket ?server - server ?region - region ?service - service)
    :precondition (and
      (bucket-waiting ?bucket)
      (server-online ?server)
      (from-region ?bucket ?region)
      (stands-in ?server ?region)
      (needs-service ?bucket ?service)
      (runs-service ?server ?service)
      (<= (+ (load ?server) 1) (capacity ?server)))
    :effect (and
      (not (bucket-waiting ?bucket))
      (assigned-to ?bucket ?server)
      (increase (load ?server) 1)
      (increase (total-cost) 1)))

  (:action unassign-bucket
    :parameters (?bucket - bucket ?server - server)
    :precondition (assigned-to ?bucket ?server)
    :effect (and
      (not (assigned-to ?bucket ?server))
      (bucket-waiting ?bucket)
      (decrease (load ?server) 1)
      (increase (total-cost) 1)))

  (:action power-on
    :parameters (?server - server)
    :precondition (not (server-online ?server))
    :effect (and
      (server-online ?server)
      (increase (total-cost) 1)))

  (:action power-off
    :parameters (?server - server)
    :precondition (and
      (server-online ?server)
      (= (load ?server) 0))
    :effect (and
      (not (server-online ?server))
      (increase (total-cost) 1)))

  (:action start-service
    :parameters (?service - service ?server - server)
    :precondition (and
      (server-online ?server)
      (not (runs-service ?server ?service)))
    :effect (and
      (runs-service ?server ?service)
      (increase (total-cost) 1)))

  (:action stop-service
    :parameters (?service - service ?server - server)
    :precondition (and
      (server-online ?server)
      (runs-service ?server ?service))
    :effect (and
      (not (runs-service ?server ?service))
      (increase (total-cost) 1))))
