import type { JsonObject } from '@worldwire/protocol';
import { pythonLiteral } from './python-literal.js';

/**
 * Scripts for the Python of the editor. What they are given arrives in one literal, never in their text. What they tell
 * is printed in base64, in pieces that no log cuts. None has the name of a Python file in it: the editor would take the
 * whole for the path of one.
 */
const SCRIPTS = {
  /** A page of the registry: { path, class, query, after, limit } → { there, items: [{Path, Name, Class}], total, more }. */
  assets: `
registry = unreal.AssetRegistryHelpers.get_asset_registry()
def class_of(data):
    try:
        return str(data.get_editor_property("asset_class_path").get_editor_property("asset_name"))
    except Exception:
        return str(data.get_editor_property("asset_class"))
def all_in(**filters):
    found = registry.get_assets(unreal.ARFilter(**filters)) or []
    return [{"Path": str(each.get_editor_property("package_name")), "Name": str(each.get_editor_property("asset_name")), "Class": class_of(each)} for each in found]
found = all_in(package_paths=[given["path"]], recursive_paths=True) or all_in(package_names=[given["path"]])
there = len(found) > 0
if given["class"]:
    found = [each for each in found if each["Class"].lower() == given["class"].lower()]
if given["query"]:
    found = [each for each in found if given["query"] in (each["Path"] + "." + each["Name"]).lower()]
found.sort(key=lambda each: each["Path"] + "." + each["Name"])
rest = [each for each in found if each["Path"] + "." + each["Name"] > given["after"]]
tell({"there": there, "items": rest[:given["limit"]], "total": len(found), "more": len(rest) > given["limit"]})
`,
  /** Facts of actors: { paths } → { items: [{path, class, label, location, rotation, scale}] } without those that do not exist. */
  actors: `
def numbers(value, names):
    return [value.get_editor_property(each) for each in names]
items = []
for path in given["paths"]:
    actor = unreal.find_object(None, path)
    if not isinstance(actor, unreal.Actor):
        continue
    items.append({
        "path": path,
        "class": actor.get_class().get_path_name(),
        "label": actor.get_actor_label(),
        "location": numbers(actor.get_actor_location(), ["x", "y", "z"]),
        "rotation": numbers(actor.get_actor_rotation(), ["pitch", "yaw", "roll"]),
        "scale": numbers(actor.get_actor_scale3d(), ["x", "y", "z"]),
    })
tell({"items": items})
`,
  /** Writes the text of an asset: { path, file } → { missing } or { errors } or { file, size }. */
  export: `
asset = unreal.load_asset(given["path"])
if asset is None:
    tell({"missing": True})
else:
    place = os.path.join(tempfile.gettempdir(), given["file"])
    task = unreal.AssetExportTask()
    task.set_editor_property("object", asset)
    level = isinstance(asset, unreal.World)
    task.set_editor_property("exporter", unreal.LevelExporterT3D() if level else unreal.ObjectExporterT3D())
    task.set_editor_property("filename", place)
    task.set_editor_property("automated", True)
    task.set_editor_property("prompt", False)
    task.set_editor_property("replace_identical", True)
    if unreal.Exporter.run_asset_export_task(task):
        tell({"file": place, "size": os.path.getsize(place)})
    else:
        tell({"errors": [str(each) for each in task.get_editor_property("errors")]})
`,
  /** A piece of an exported file: { file, offset, length } → bytes. */
  read: `
with open(os.path.join(tempfile.gettempdir(), given["file"]), "rb") as source:
    source.seek(given["offset"])
    tell_bytes(source.read(given["length"]))
`,
  /** Takes an exported file away: { file } → { removed }. */
  remove: `
place = os.path.join(tempfile.gettempdir(), given["file"])
there = os.path.exists(place)
if there:
    os.remove(place)
tell({"removed": there})
`,
  /** { path } → { missing } or the packages on either side, hard ones and soft ones. */
  references: `
registry = unreal.AssetRegistryHelpers.get_asset_registry()
def options(soft):
    made = unreal.AssetRegistryDependencyOptions()
    made.set_editor_property("include_soft_package_references", soft)
    made.set_editor_property("include_hard_package_references", not soft)
    made.set_editor_property("include_searchable_names", False)
    made.set_editor_property("include_soft_management_references", False)
    made.set_editor_property("include_hard_management_references", False)
    return made
def names(found):
    return sorted(str(each) for each in (found or []))
if not registry.get_assets_by_package_name(given["path"]):
    tell({"missing": True})
else:
    tell({
        "hard": names(registry.get_dependencies(given["path"], options(False))),
        "soft": names(registry.get_dependencies(given["path"], options(True))),
        "hardBack": names(registry.get_referencers(given["path"], options(False))),
        "softBack": names(registry.get_referencers(given["path"], options(True))),
    })
`,
  /** The packages on one side of many packages: { paths, back } → { items: [{path, class, hard, soft}] }. */
  neighbours: `
registry = unreal.AssetRegistryHelpers.get_asset_registry()
def options(soft):
    made = unreal.AssetRegistryDependencyOptions()
    made.set_editor_property("include_soft_package_references", soft)
    made.set_editor_property("include_hard_package_references", not soft)
    made.set_editor_property("include_searchable_names", False)
    made.set_editor_property("include_soft_management_references", False)
    made.set_editor_property("include_hard_management_references", False)
    return made
def class_of(path):
    found = registry.get_assets_by_package_name(path) or []
    if not found:
        return None
    try:
        return str(found[0].get_editor_property("asset_class_path").get_editor_property("asset_name"))
    except Exception:
        return str(found[0].get_editor_property("asset_class"))
def names(path, soft):
    ask = registry.get_referencers if given["back"] else registry.get_dependencies
    return sorted(str(each) for each in (ask(path, options(soft)) or []))
tell({"items": [{"path": each, "class": class_of(each), "hard": names(each, False), "soft": names(each, True)} for each in given["paths"]]})
`,
  /** All packages below a folder: { path, after, limit } → { items: [{path, class, referencers}], more }. */
  referencers: `
registry = unreal.AssetRegistryHelpers.get_asset_registry()
def class_of(data):
    try:
        return str(data.get_editor_property("asset_class_path").get_editor_property("asset_name"))
    except Exception:
        return str(data.get_editor_property("asset_class"))
options = unreal.AssetRegistryDependencyOptions()
options.set_editor_property("include_soft_package_references", True)
options.set_editor_property("include_hard_package_references", True)
options.set_editor_property("include_searchable_names", False)
options.set_editor_property("include_soft_management_references", False)
options.set_editor_property("include_hard_management_references", False)
found = {}
for each in registry.get_assets(unreal.ARFilter(package_paths=[given["path"]], recursive_paths=True)) or []:
    found.setdefault(str(each.get_editor_property("package_name")), class_of(each))
rest = sorted(each for each in found if each > given["after"])
page = rest[:given["limit"]]
tell({"items": [{"path": each, "class": found[each], "referencers": [str(other) for other in (registry.get_referencers(each, options) or [])]} for each in page], "total": len(found), "more": len(rest) > len(page)})
`,
  /** Lines of Config/Default*.ini that name packages: { } → { settings: [{key, value}] }. */
  settings: `
folder = unreal.Paths.convert_relative_path_to_full(unreal.Paths.project_config_dir())
settings = []
for name in sorted(os.listdir(folder)):
    if not (name.lower().startswith("default") and name.lower().endswith(".ini")):
        continue
    with open(os.path.join(folder, name), "r", encoding="utf-8", errors="replace") as source:
        for line in source:
            key, equals, value = line.strip().partition("=")
            if equals and "/" in value and len(value) < 4096 and key[:1] not in ";-!" and len(settings) < 20000:
                settings.append({"key": key.lstrip("+."), "value": value})
tell({"settings": settings})
`,
  /** Writes a line into the log: { message, verbosity } → { done }. */
  log: `
{"log": unreal.log, "warning": unreal.log_warning, "error": unreal.log_error}[given["verbosity"]](given["message"])
tell({"done": True})
`,
  /** { } → what the project calls itself and where it is. */
  project: `
place = unreal.Paths.convert_relative_path_to_full(unreal.Paths.get_project_file_path())
tell({"file": str(place)})
`,
} as const;

export type ScriptName = keyof typeof SCRIPTS;
export const SCRIPT_NAMES = Object.keys(SCRIPTS) as ScriptName[];

const PIECE = 3_000;

/** All inside one function, so that its parts see each other in whichever scope the editor runs it. */
export function scriptText(name: ScriptName, given: JsonObject): string {
  const body = `import base64, json, os, tempfile
import unreal
given = json.loads(${pythonLiteral(given)})
def tell_bytes(data):
    text = base64.b64encode(data).decode("ascii")
    count = max(1, (len(text) + ${PIECE - 1}) // ${PIECE})
    for number in range(count):
        print(given["mark"], number, count, text[number * ${PIECE}:(number + 1) * ${PIECE}])
def tell(value):
    tell_bytes(json.dumps(value).encode("ascii"))
${SCRIPTS[name].trim()}`;
  return `# worldwire ${name}\ndef worldwire():\n${body.replace(/^(?=.)/gm, '    ')}\nworldwire()\n`;
}
