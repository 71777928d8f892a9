; Patients in beds. A bed is free, taken or dirty; blocking is a mark on a free bed.
(define (domain hospital)
  (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions :action-costs)
  (:types patient bed ward - object)
  (:predicates
    (patient-waiting ?patient - patient)
    (lies-in ?patient - patient ?bed - bed)
    (gone-home ?patient - patient)
    (needs-ward ?patient - patient ?ward - ward)
    (needs-isolation ?patient - patient)
    (belongs-to ?bed - bed ?ward - ward)
    (can-isolate ?bed - bed)
    (bed-free ?bed - bed)
    (bed-dirty ?bed - bed)
    (bed-blocked ?bed - bed))
  (:functions (total-cost))

  (:action admit
    :parameters (?patient - patient ?bed - bed ?ward - ward)
    :precondition (and
      (patient-waiting ?patient)
      (needs-ward ?patient ?ward)
      (belongs-to ?bed ?ward)
      (bed-free ?bed)
      (not (bed-dirty ?bed))
      (not (bed-blocked ?bed))
      (or (not (needs-isolation ?patient)) (can-isolate ?bed)))
    :effect (and
      (not (patient-waiting ?patient))
      (not (bed-free ?bed))
      (lies-in ?patient ?bed)
      (increase (total-cost) 1)))

  (:action transfer
    :parameters (?patient - patient ?origin - bed ?destination - bed ?ward - ward)
    :precondition (and
      (lies-in ?patient ?origin)
      (needs-ward ?patient ?ward)
      (belongs-to ?destination ?ward)
      (bed-free ?destination)
      (not (bed-dirty ?destination))
      (not (bed-blocked ?destination))
      (or (not (needs-isolation ?patient)) (can-isolate ?destination)))
    :effect (and
      (not (lies-in ?patient ?origin))
      (bed-dirty ?origin)
      (not (bed-free ?destination))
      (lies-in ?patient ?destination)
      (increase (total-cost) 1)))

  (:action discharge
    :parameters (?patient - patient ?bed - bed)
    :precondition (lies-in ?patient ?bed)
    :effect (and
      (not (lies-in ?patient ?bed))
      (bed-dirty ?bed)
      (gone-home ?patient)
      (increase (total-cost) 1)))

  (:action clean-bed
    :parameters (?bed - bed)
    :precondition (bed-dirty ?bed)
    :effect (and
      (not (bed-dirty ?bed))
      (bed-free ?bed)
      (increase (total-cost) 1)))

  (:action block-bed
    :parameters (?bed - bed)
    :precondition (and
      (bed-free ?bed)
      (not (bed-blocked ?bed)))
    :effect (and
      (bed-blocked ?bed)
      (increase (total-cost) 1)))

  (:action unblock-bed
    :parameters (?bed - bed)
    :precondition (bed-blocked ?bed)
    :effect (and
      (not (bed-blocked ?bed))
      (increase (total-cost) 1))))
