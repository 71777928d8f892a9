"""Words that names in planning domains are made of, by the part they play in a sentence."""

from __future__ import annotations

import re


def _words(text: str) -> list[str]:
    return text.split()


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _pairs(text: str) -> dict[str, str]:
    """Return the pairs `key=value`, underscores in values as blanks."""
    entries = (entry.split("=") for entry in text.split())
    return {key: value.replace("_", " ") for key, value in entries}


ABBREVIATIONS = _pairs("""
    adj=adjacent avail=available boxloc=box_location calib=calibrated cap=capacity cnt=count comm=communicated
    conn=connected cur=current curr=current dest=destination destin=destination dir=direction dist=distance
    elev=elevator eq=equal hasnt=not_has img=image inited=initialised lev=level loc=location locs=locations
    lvl=level max=maximum min=minimum neighbour=neighbor num=number obj=object occ=occupied orig=origin pkg=package
    pos=position pwr=power qty=quantity rob=robot src=source succ=successor pred=predecessor prev=previous
    temp=temperature veh=vehicle wp=waypoint handempty=hand_empty armempty=arm_empty handfree=hand_free
    handsfree=hands_free gripperfree=gripper_free ontable=on_table onfloor=on_floor ontop=on_top onboard=on_board
    aboard=on_board nextto=next_to leftof=left_of rightof=right_of partof=part_of incity=in_city inroom=in_room
    inside_of=inside nongoal=non-goal atgoal=at_goal isgoal=is_goal
    """)

PREPOSITIONS = tuple(
    word.replace("_", " ")
    for word in _words("""
    to_the_right_of to_the_left_of in_front_of outside_of underneath on_top_of inside_of close_to far_from right_of
    north_of south_of on_board next_to left_of east_of west_of part_of outside beneath against between through
    towards on_top out_of inside within beside behind around before under among above below after along onto into
    near over from with upon than for off at in on to by of
    """)
)
"""The longest first."""
PLACED = {"on top": "on top of", "inside of": "inside", "left of": "to the left of", "right of": "to the right of"}
"""How a preposition is said, where it differs from the words of the name."""

REVERSIBLE = _set("""
    above below over under before after next successor predecessor previous parent child ancestor descendant greater
    less smaller larger bigger taller shorter higher lower lighter heavier older younger faster slower longer
    stronger weaker more fewer better worse newer earlier later sooner wider narrower closer cheaper precedes
    follows follower leader upper prior up down left right north south east west inc dec increment decrement gt lt
    ge le geq leq
    """)
"""Words that two things of one kind stand in either order with, from file to file."""

EDGES = _set("""
    road link path edge way route street bridge track corridor passage highway rail arc pipe pipeline tunnel line
    connection door transition flight wire cable stairs ladder
    """)
"""What leads from one place to another."""

LINKED = _pairs("""
    different=from shipped=to sold=to given=to poured=into scheduled=for registered=for enrolled=in written=by
    connected=to adjacent=to linked=to joined=to attached=to assigned=to tied=to docked=at parked=at located=at
    stationed=at positioned=at placed=on stacked=on mounted=on installed=on loaded=into stored=in kept=in packed=in
    contained=in delivered=to sent=to moved=to bound=to equal=to similar=to compatible=with calibrated=for
    equipped=for ready=for suitable=for available=at free=at reachable=from accessible=from allowed=for painted=in
    colored=in pointing=at looking=at waiting=at standing=at sitting=on served=by held=by carried=by owned=by
    used=by supported=by made=of aligned=with related=to heading=to hidden=in fixed=to hung=on trained=for
    parallel=to near=to interested=in needed=for required=for blocked=by covered=by belonging=to
    """)
"""Adjectives and participles with the preposition that their second thing takes."""

DONE_BY_FIRST = _set("""
    boarded visited explored searched seen reached entered inspected scanned sampled left finished completed eaten
    read learned known met passed crossed photographed arrived departed won gone observed
    """)
"""Participles of what the first thing has done: `has visited`."""

ADJECTIVES = _set("""
    loose tight solid liquid soft hard low near far steady stable raised flat round curved straight wooden charged tired
    weak strong rich poor young early late quick ripe thick thin deaf blind calm fair complete primary secondary urgent
    important optional public private local remote cheap expensive unique active infected
        clear empty free open closed shut available ready busy idle full hot cold warm cool dirty clean dry wet alive
    dead safe healthy ill sick hungry thirsty broken active inactive online offline hidden lit dark bright blank
    adjacent equal similar fragile heavy light sharp blunt smooth rough raw new old good bad big small large tall
    short high low wide narrow long deep fast slow quiet loud secure present absent intact whole complete incomplete
    done over sober awake asleep alone stuck lost made built taken held sold known seen worn paid left given drawn
    grown written driven eaten found stolen frozen sent kept hung bound met set put cut won gone begun chosen on off
    up down fresh legal illegal isolated special normal initial final current ok fine true false valid invalid
    correct wrong virgin unsafe dangerous perfect red green blue yellow black white vacant occupied usable movable
    visible fit unfit pregnant critical
    """)

NOT_ADJECTIVES = _set("""
    table bundle title vehicle cable bed shed seed speed need feed hundred bottle tree bible
    """)

SWITCHES = _set("""
    on off up down over out
    """)

SWITCHED = _set("""
    power light lights lamp switch engine heater machine motor alarm fan pump valve tv radio burner oven device
    """)


def _third(base: str) -> str:
    if re.search(r"[^aeiou]y$", base):
        return base[:-1] + "ies"
    return base + ("es" if re.search(r"(?:s|x|z|o|ch|sh)$", base) else "s")


THIRD_PERSON = {
    _third(base): base
    for base in _words("""
    hold carry support contain need require run own know use want like keep belong lie come stand live work fly move
    drive exist rest touch cover block lift grasp grip control serve feed face follow lead match fit reach connect
    link join border neighbor produce make take give offer provide accept allow enable prevent store include admit
    transport deliver load sit wait sleep eat drink see hear love hate fear help teach supervise manage guard
    protect open unlock close start stop end begin point depend deny cost weigh measure consume emit send receive
    get drop conflict interfere overlap communicate inhibit activate wear handle process treat clean park dock go
    stay
    """)
}
BASES = frozenset(THIRD_PERSON.values()) - _set("""
    block load process point end start stop face cover park dock cost link neighbor border control store open close
    free feed run match lead love fear measure guard like work rest touch lift clean box use drink dry drop fit move
    fly stay
    """)
"""Verbs that may open a name in their plain form; those that are nouns or adjectives as often are left out."""

MODALS = _pairs("""
    can=cannot cannot=can may=may_not must=need_not should=should_not will=will_not
    """)
"""Each with its denial."""

TRANSITIVE_GERUNDS = _set("""
    holding carrying facing lifting grasping gripping using serving wearing supporting touching eating
    """)

AGENTS = _set("""
    robot gripper arm hand hoist crane truck vehicle person agent rover satellite player monkey driver lift elevator
    airplane aeroplane plane aircraft car bus ship boat ferry worker drone uav operator man woman user machine
    server host forklift train taxi pilot waiter waitress chef manipulator tray child robby shakey lander instrument
    camera sensor human pusher porter hero knight sailor kid walker vacuum cleaner helicopter van lorry bot auv
    tractor taker carrier guide guard explorer technician doctor nurse patient hiker ghost pacman snake builder team
    tug tanker
    """)

PROPER = _set("""
    robby shakey pacman
    """)

THINGS = _set("""
    ball obj object block package crate box item parcel cargo stone key tool good product thing tile pallet disk
    disc part piece container letter paper image sample passenger tyre tire wheel pan bottle cup glass plate
    """)

PLACES = _set("""
    room location place waypoint floor city cell position tile site node square area region station airport port
    zone point spot grid house hall depot distributor door field vertex target surface harbor warehouse kitchen
    garage office street junction segment slot shelf direction peg dock berth hotel home stop lane level country
    town building hallway bank table corridor patch coordinate rack destination origin start loc to from where
    xpos ypos row column step
    """)

MASS = _set("""
    power fuel energy water money gas oil electricity time food data air light heat access space permission
    information cargo equipment traffic evidence help knowledge gold silver coal iron wood sand work
    """)

PLURALS = _set("""
    data people children men women
    """)

FUNCTIONAL = _set("""
    origin destination color colour location position size capacity weight level owner target source type kind shape
    length height width depth speed price value age name temperature status state distance duration amount number
    count department author home base goal start end direction orientation mode boss manager mother father king
    """)

SPANS = _set("""
    distance dist length time duration cost travel road path move drive fly flight walk slew trip way price toll
    fare edge link delay driving flying walking
    """)
"""Words of quantities that lead from one place to another."""

LINKS_BY_KIND = {"mode": "in mode", "direction": "in direction", "time": "at time", "color": "in", "colour": "in"}


WITH_PREPOSITION = _pairs(
    "belongs=to depends=on points=at lies=in stands=in lives=in works=in leads=to sits=on comes=from stays=in rests=on"
)
"""Verbs whose second thing follows a preposition that names leave out."""

BARE = _set(
    "board fire progress use hold rest motion time stock home danger risk work order duty range sale transit service"
)
"""Nouns that follow a preposition without an article: `on fire`."""

SYMMETRIC = _set("neighbor sibling friend twin spouse partner enemy colleague brother sister cousin rival mate peer")
"""Nouns for things that are so to one another."""

_NOT_GERUNDS = _set("building string spring ceiling evening morning sibling")


def is_adjective(word: str) -> bool:
    """Return whether the word says by itself how a thing is: an adjective or a past participle."""
    if word in ADJECTIVES or word in LINKED or word in DONE_BY_FIRST:
        return True
    shaped = re.search(r"..(?:[^e]ed|able|ible|ful|less|ous)$", word) is not None
    return shaped and word not in NOT_ADJECTIVES and word not in MASS


def is_gerund(word: str) -> bool:
    """Return whether the word is the -ing form of a verb."""
    return len(word) > 5 and word.endswith("ing") and word not in _NOT_GERUNDS


def third_person(word: str) -> tuple[str, str] | None:
    """Return a verb's form after `it` and its plain form, or None if the word is no verb that is known."""
    if word in THIRD_PERSON:
        return word, THIRD_PERSON[word]
    if word in BASES:
        return next((verb, base) for verb, base in THIRD_PERSON.items() if base == word)
    return None
