"""Words that the names of worlds are made of; all of them are made up here."""

from __future__ import annotations

from collections.abc import Mapping

STARTS = """
Arn Bel Cor Dru Elm Fal Gor Hal Ist Jor Kel Lin Mar Nor Osk Pel Quar Ros Sel Tor Ulm Var Wen Yar Zel
"""
ENDS = "ach bruck dorn feld gard ham lith mora nau ow pont ria stadt tal vik wick"
ADJECTIVES = """
Amber Blue Bright Broken Copper Crooked Dusty Early Fallen Golden Green Grey Hidden Iron Ivory Little Long Lost
Marble Merry Misty Old Painted Quiet Red Round Rusty Silent Silver Stone Sunken Tall Upper Velvet White Wild Winding
"""
SIGHTS: Mapping[str, tuple[str, ...]] = {
    "art exhibition": ("Gallery", "Art House", "Picture Hall", "Sculpture Court"),
    "city landmark": ("Tower", "Bridge", "Gate", "Clock"),
    "historical and cultural": ("Museum", "Abbey", "Castle", "Archive"),
    "leisure experience": ("Baths", "Market Hall", "Tram Depot", "Brewery"),
    "natural scenery": ("Garden", "Park", "Lake", "Gorge"),
    "theme park": ("Fairground", "Maze", "Puppet World", "Water Park"),
}
KITCHENS = ("Canteen", "Grill", "Kitchen", "Lantern", "Parlour", "Spoon", "Table", "Tavern", "Terrace Room")
CUISINES = ("asian", "bakery", "grill", "mediterranean", "regional", "vegetarian")
TAGS = ("birthday menu", "live music", "open kitchen", "river view", "roof terrace", "set menu", "wine list")
BRANDS = ("Adler", "Birke", "Kranich", "Linde", "Mohn", "Steig")
SERVICES = ("gym", "laundry", "pool", "sauna", "parking", "library")
