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
if "/__External" not in given["path"]:
    found = [each for each in found if "/__External" not in each["Path"]]
if given["class"]:
    found = [each for each in found if each["Class"].lower() == given["class"].lower()]
if given["query"]:
    found = [each for each in found if given["query"] in (each["Path"] + "." + each["Name"]).lower()]
found.sort(key=lambda each: each["Path"] + "." + each["Name"])
rest = [each for each in found if each["Path"] + "." + each["Name"] > given["after"]]
tell({"there": there, "items": rest[:given["limit"]], "total": len(found), "more": len(rest) > given["limit"]})
`,
  /**
   * Facts of actors: { paths } → { items: [{path, class, label, location, rotation, scale, …}] } without those that do not exist. What an
   * editor cannot tell is null.
   */
  actors: `
def numbers(value, names):
    return [value.get_editor_property(each) for each in names]
def maybe(ask):
    try:
        return ask()
    except Exception:
        return None
def look(actor):
    parts = maybe(lambda: list(actor.get_components_by_class(unreal.MeshComponent))) or []
    for part in parts:
        mesh = maybe(lambda: part.get_editor_property("static_mesh")) or maybe(lambda: part.get_skeletal_mesh_asset()) or maybe(lambda: part.get_editor_property("skeletal_mesh"))
        if mesh is not None:
            set_here = maybe(lambda: list(part.get_editor_property("override_materials"))) or []
            return {"mesh": mesh.get_path_name(), "materials": [None if each is None else each.get_path_name() for each in set_here]}
    return {}
def attachment(actor):
    parent = maybe(lambda: actor.get_attach_parent_actor())
    root = maybe(lambda: actor.get_editor_property("root_component"))
    if parent is None or root is None:
        return {}
    return {
        "attachedTo": parent.get_path_name(),
        "socket": maybe(lambda: str(actor.get_attach_parent_socket_name())),
        "relative": maybe(lambda: [
            numbers(root.get_editor_property("relative_location"), ["x", "y", "z"]),
            numbers(root.get_editor_property("relative_rotation"), ["pitch", "yaw", "roll"]),
            numbers(root.get_editor_property("relative_scale3d"), ["x", "y", "z"]),
        ]),
    }
items = []
for path in given["paths"]:
    actor = unreal.find_object(None, path)
    if not isinstance(actor, unreal.Actor):
        continue
    item = {
        "path": path,
        "class": actor.get_class().get_path_name(),
        "label": actor.get_actor_label(),
        "location": numbers(actor.get_actor_location(), ["x", "y", "z"]),
        "rotation": numbers(actor.get_actor_rotation(), ["pitch", "yaw", "roll"]),
        "scale": numbers(actor.get_actor_scale3d(), ["x", "y", "z"]),
        "folder": maybe(lambda: str(actor.get_folder_path())),
        "tags": maybe(lambda: [str(each) for each in actor.get_editor_property("tags")]),
        "instanceOf": maybe(lambda: actor.get_editor_property("world_asset").get_path_name()),
        "dataLayers": maybe(lambda: [each.get_name() for each in actor.get_editor_property("data_layer_assets")]),
        "hlodLayer": maybe(lambda: actor.get_editor_property("hlod_layer").get_path_name()),
    }
    item.update(attachment(actor))
    item.update(look(actor))
    items.append(item)
tell({"items": items})
`,
  /** The components of an actor: { path } → { items: [{path, class, parent, relative, mesh, materials}] }. */
  components: `
def numbers(value, names):
    return [value.get_editor_property(each) for each in names]
def maybe(ask):
    try:
        return ask()
    except Exception:
        return None
def paths(found):
    return [None if each is None else each.get_path_name() for each in (found or [])]
items = []
actor = unreal.find_object(None, given["path"])
for part in (actor.get_components_by_class(unreal.ActorComponent) if isinstance(actor, unreal.Actor) else []):
    mesh = maybe(lambda: part.get_editor_property("static_mesh")) or maybe(lambda: part.get_skeletal_mesh_asset()) or maybe(lambda: part.get_editor_property("skeletal_mesh"))
    items.append({
        "path": part.get_path_name(),
        "class": part.get_class().get_path_name(),
        "parent": maybe(lambda: part.get_attach_parent().get_path_name()),
        "relative": maybe(lambda: [
            numbers(part.get_editor_property("relative_location"), ["x", "y", "z"]),
            numbers(part.get_editor_property("relative_rotation"), ["pitch", "yaw", "roll"]),
            numbers(part.get_editor_property("relative_scale3d"), ["x", "y", "z"]),
        ]),
        "mesh": None if mesh is None else mesh.get_path_name(),
        "materials": maybe(lambda: paths(part.get_materials())) or maybe(lambda: paths([part.get_editor_property("decal_material")])),
    })
tell({"items": items})
`,
  /** The actors in files of single actors: { paths } → { items: [{path, name, label, class}] } of those that the registry has. */
  owners: `
registry = unreal.AssetRegistryHelpers.get_asset_registry()
def maybe(ask):
    try:
        return ask()
    except Exception:
        return None
def class_of(data):
    return maybe(lambda: str(data.get_editor_property("asset_class_path").get_editor_property("asset_name"))) or maybe(lambda: str(data.get_editor_property("asset_class")))
items = []
for path in given["paths"]:
    found = registry.get_assets_by_package_name(path) or []
    if found:
        items.append({
            "path": path,
            "name": str(found[0].get_editor_property("asset_name")),
            "label": maybe(lambda: found[0].get_tag_value("ActorLabel")),
            "class": class_of(found[0]),
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
def files_of(level):
    parts = level.split("/")
    folder = "/".join(parts[:2] + ["__ExternalActors__"] + parts[2:])
    found = registry.get_assets(unreal.ARFilter(package_paths=[folder], recursive_paths=True)) or []
    return [str(each.get_editor_property("package_name")) for each in found]
def uses(soft):
    found = set()
    for path in [given["path"]] + files_of(given["path"]):
        found.update(names(registry.get_dependencies(path, options(soft))))
    return sorted(found)
if not registry.get_assets_by_package_name(given["path"]):
    tell({"missing": True})
else:
    tell({
        "hard": uses(False),
        "soft": uses(True),
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
def files_of(level):
    parts = level.split("/")
    folder = "/".join(parts[:2] + ["__ExternalActors__"] + parts[2:])
    found = registry.get_assets(unreal.ARFilter(package_paths=[folder], recursive_paths=True)) or []
    return [str(each.get_editor_property("package_name")) for each in found]
def names(path, soft):
    if given["back"]:
        return sorted(str(each) for each in (registry.get_referencers(path, options(soft)) or []))
    found = set()
    for part in [path] + (files_of(path) if class_of(path) == "World" else []):
        found.update(str(each) for each in (registry.get_dependencies(part, options(soft)) or []))
    return sorted(found)
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
