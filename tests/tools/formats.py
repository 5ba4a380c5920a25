"""What SARIF 2.1.0 and SV-COMP's witness format 2.0 require of the objects that we write,
as JSON schemas. Properties that we do not write are refused, so that a new one is looked up
in the standard first."""

TEXT = {"type": "string"}
NATURAL = {"type": "integer", "minimum": 0}
POSITIVE = {"type": "integer", "minimum": 1}
TIME = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$"}


def thing(required, optional=None):
    """An object with these properties and no others."""
    return {"type": "object", "required": sorted(required), "additionalProperties": False,
            "properties": {**required, **(optional or {})}}


def many(items, least=0, unique=False):
    return {"type": "array", "items": items, "minItems": least, "uniqueItems": unique}


def one_of(*words):
    return {"enum": list(words)}


# ---- SARIF: sections 3.13 (log), 3.14 (run), 3.27 (result), 3.28 (location), 3.36 (code flow)

MESSAGE = thing({"text": TEXT})
URI = {"type": "string", "pattern": r"^(file://)?[A-Za-z0-9._~/%-]+$"}
ARTIFACT_LOCATION = thing({"uri": URI}, {"uriBaseId": one_of("SRCROOT")})
REGION = thing({"startLine": POSITIVE}, {"startColumn": POSITIVE})
PHYSICAL = thing({"artifactLocation": ARTIFACT_LOCATION}, {"region": REGION})
LOGICAL = thing({"name": TEXT}, {"kind": one_of("function")})
LOCATION = thing({}, {"physicalLocation": PHYSICAL, "logicalLocations": many(LOGICAL, 1, True), "message": MESSAGE})
KINDS = one_of("acquire", "call", "branch", "true", "false", "danger")
STEP = thing({"location": LOCATION},
             {"kinds": many(KINDS, 1, True), "nestingLevel": NATURAL, "executionOrder": NATURAL,
              "importance": one_of("important", "essential", "unimportant")})
FLOW = thing({"threadFlows": many(thing({"locations": many(STEP, 1)}), 1)})
STACK = thing({"frames": many(thing({"location": LOCATION}))})
INPUT = thing({"name": TEXT, "kind": TEXT, "type": {"type": ["string", "null"]}, "size": NATURAL, "value": TEXT,
               "bytes": {"type": "string", "pattern": "^[0-9a-f]*$"}})
RESULT = thing({"ruleId": TEXT, "ruleIndex": NATURAL, "message": MESSAGE, "locations": many(LOCATION, 1),
                "kind": one_of("fail", "pass", "open"), "level": one_of("error", "warning", "none")},
               {"stacks": many(STACK, 1), "codeFlows": many(FLOW, 1),
                "partialFingerprints": {"type": "object", "additionalProperties": TEXT},
                "suppressions": many(thing({"kind": one_of("inSource", "external")}, {"justification": TEXT}), 1, True),
                "properties": thing({"confirmed": {"type": "boolean"}, "inputs": many(INPUT)}, {"replay": TEXT})})
# 3.27.10: what is no failure has no level.
RESULT["if"] = {"properties": {"kind": {"enum": ["pass", "open"]}}}
RESULT["then"] = {"properties": {"level": {"enum": ["none"]}}}
# Sections 3.49 (rule), 3.52 (reference), 3.53 (relationship); tags and security-severity as GitHub reads them.
REFERENCE = thing({"name": TEXT})
RELATED = thing({"target": thing({"id": TEXT, "toolComponent": REFERENCE})}, {"kinds": many(one_of("superset"), 1, True)})
RULE = thing({"id": TEXT, "shortDescription": MESSAGE, "fullDescription": MESSAGE, "help": MESSAGE, "defaultConfiguration": thing({"level": one_of("error", "none")})},
             {"properties": thing({"precision": one_of("very-high"), "tags": many(TEXT, 0, True)}, {"security-severity": {"type": "string", "pattern": r"^(10|\d)\.\d$"}}),
              "relationships": many(RELATED, 0, True)})
DRIVER = thing({"name": TEXT}, {"version": TEXT, "rules": many(RULE, 0, True), "supportedTaxonomies": many(REFERENCE, 0, True)})
TAXONOMY = thing({"name": TEXT, "taxa": many(thing({"id": TEXT}), 1, True)}, {"organization": TEXT, "shortDescription": MESSAGE})
INVOCATION = thing({"executionSuccessful": {"type": "boolean"}},
                   {"exitCode": {"type": "integer"}, "commandLine": TEXT, "exitCodeDescription": TEXT, "startTimeUtc": TIME,
                    "toolExecutionNotifications": many(thing({"message": MESSAGE}, {"level": one_of("warning")})),
                    "properties": thing({"assumptions": many(TEXT)})})
RUN = thing({"tool": thing({"driver": DRIVER}), "results": many(RESULT)},
            {"invocations": many(INVOCATION), "artifacts": many(thing({"location": ARTIFACT_LOCATION}), 0, True),
             "originalUriBaseIds": thing({"SRCROOT": thing({"uri": {"type": "string", "pattern": r"^file:///([A-Za-z0-9._~/%-]*/)?$"}})}),
             "taxonomies": many(TAXONOMY, 0, True), "columnKind": one_of("utf16CodeUnits", "unicodeCodePoints")})
SARIF = thing({"version": one_of("2.1.0"), "runs": many(RUN, 1)}, {"$schema": TEXT})

# ---- witnesses: format 2.0

UUID = {"type": "string", "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"}
HASHES = {"type": "object", "additionalProperties": {"type": "string", "pattern": "^[0-9a-f]{64}$"}, "minProperties": 1}
TASK = thing({"input_files": many(TEXT, 1), "input_file_hashes": HASHES,
              "specification": {"type": "string", "pattern": r"^CHECK\( init\("},
              "data_model": one_of("ILP32", "LP64"), "language": one_of("C")})
METADATA = thing({"format_version": one_of("2.0"), "uuid": UUID, "creation_time": TIME,
                  "producer": thing({"name": TEXT, "version": TEXT}), "task": TASK})
PLACE = thing({"file_name": TEXT, "line": POSITIVE}, {"column": POSITIVE, "function": TEXT})
RETURNED = thing({"type": one_of("function_return"), "action": one_of("follow"), "location": PLACE,
                  "constraint": thing({"value": {"type": "string", "pattern": r"^\\result == -?[0-9.e+-]+$"},
                                       "format": one_of("acsl_expression")})})
TARGET = thing({"type": one_of("target"), "action": one_of("follow"), "location": PLACE})
SEGMENT = thing({"segment": many(thing({"waypoint": {"oneOf": [RETURNED, TARGET]}}), 1)})
INVARIANT = thing({"type": one_of("loop_invariant"), "format": one_of("c_expression"), "value": TEXT,
                   "location": thing({"file_name": TEXT, "line": POSITIVE, "column": POSITIVE, "function": TEXT})})

WITNESS = many({"oneOf": [
    thing({"entry_type": one_of("violation_sequence"), "metadata": METADATA, "content": many(SEGMENT, 1)}),
    thing({"entry_type": one_of("invariant_set"), "metadata": METADATA, "content": many(thing({"invariant": INVARIANT}))}),
]}, 1)
