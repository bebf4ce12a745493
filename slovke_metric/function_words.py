"""Words without content: sharing only one of them with a gold keyphrase is a coincidence.

Slovak prepositions, conjunctions, particles, pronouns and auxiliary verbs, as casefolded lemmas,
and the vocalized and inflected forms that a lemmatizer may leave as they are.
"""

_SLOVAK = """
    a aby aj ak ako ale alebo ani asi až bez bezo blízko by byť cez cezo do ho i iba ich ja je
    jeho jej ju k každý kde keď keďže kto ktorý ku kým lebo len mať medzi medzitým mimo my môj
    na nad nado namiesto naprieč nech než ni nie niektorý náš o od odo okolo okrem on ona oni
    ono ony oproti po pod podo podľa pomocou ponad popod popri poza počas pre pred predo pretože
    prečo pri prostredníctvom proti práve s sa si skoro skrz so som spod spomedzi spoza svoj sú
    sťa tak taktiež také taký tam ten tento to toto tu tvoj ty tým u uprostred už v vedľa vnútri
    vo voči vrátane vy vzhľadom váš včítane vďaka však všetok z za zo zoči či čo čí že žiadny
"""
_WORDS = {"sk": frozenset(_SLOVAK.split())}


def function_words_of(lang: str) -> frozenset[str]:
    """The function words of a language; none where we have no list.

    Args:
        lang: a language code such as `"sk"`.
    """
    return _WORDS.get(lang, frozenset())
