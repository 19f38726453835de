@tool
extends RefCounted

# Notices files that change on disk, because the editor does so only when its window gets the focus. Scripts and shaders are compiled,
# and their errors are logged with file and line. For other files the editor scans the project, and imports what is new. A few files are
# compared at a time. A source with errors is compiled again when another one changes, because its errors may be of that one.

# Emitted before files are compiled, and after they are gone: what was reported of them is out of date.
signal checking(paths: PackedStringArray)

const WorldwireEditorProblems = preload("editor_problems.gd")
const SOURCES := ["gd", "gdshader"]
# Files of the editor's own formats, which it does not import.
const OWN_FORMATS := ["tscn", "scn", "tres", "res", "cfg", "gdshaderinc", "uid", "import"]
const MAX_SOURCES := 100
const MAX_OTHERS := 50
# Times are in seconds, so a file may change again without a new time.
const RECENT := 3
const SCAN_PAUSE_MSEC := 2000
# For the same reason a scan waits until the second of the last change is over.
const SETTLE_MSEC := 1100

var _problems
var _files: EditorFileSystem
# Times of changes by paths: of sources, and of folders and files that may be imported.
var _sources := {}
var _others := {}
# Digests of sources that were compiled.
var _digests := {}
# Sources whose last compilation had errors.
var _broken := {}
var _source_queue := PackedStringArray()
var _other_queue := PackedStringArray()
var _next_scan := 0
var _settled := 0
var _is_scan_due := false


func _init(parts: Dictionary) -> void:
	_problems = parts.problems
	_files = EditorInterface.get_resource_filesystem()
	_files.filesystem_changed.connect(_list)
	_list()


func end() -> void:
	_files.filesystem_changed.disconnect(_list)


# Called between frames.
func look() -> void:
	for count in mini(MAX_SOURCES, _sources.size()):
		if _source_queue.is_empty():
			_source_queue = PackedStringArray(_sources.keys())
		_compare_source(_pop(_source_queue))
		_source_queue.resize(_source_queue.size() - 1)
	for count in mini(MAX_OTHERS, _others.size()):
		if _other_queue.is_empty():
			_other_queue = PackedStringArray(_others.keys())
		_compare_other(_pop(_other_queue))
		_other_queue.resize(_other_queue.size() - 1)
	if _is_scan_due and Time.get_ticks_msec() >= _next_scan and not _files.is_scanning():
		# Files that change all the time do not put off the scan; another one follows.
		_is_scan_due = Time.get_ticks_msec() < _settled
		_next_scan = Time.get_ticks_msec() + SCAN_PAUSE_MSEC
		# scan_sources skips folders whose time is that of the last scan, also if a file was added in the same second.
		_files.scan()


static func _pop(queue: PackedStringArray) -> String:
	return queue[queue.size() - 1]


func _compare_source(path: String) -> void:
	if not _sources.has(path):
		return
	if not FileAccess.file_exists(path):
		_sources.erase(path)
		_broken.erase(path)
		checking.emit(PackedStringArray([path]))
		_compile_broken(path)
		return
	var time := FileAccess.get_modified_time(path)
	if time == _sources[path] and not (_is_recent(time) and _digests.has(path) and _digests[path] != FileAccess.get_md5(path)):
		return
	_sources[path] = time
	_digests[path] = FileAccess.get_md5(path)
	_compile(path)
	_compile_broken(path)
	_files.update_file(path)


func _compare_other(path: String) -> void:
	if not _others.has(path):
		return
	var time := FileAccess.get_modified_time(path)
	if time == _others[path]:
		return
	_others[path] = time
	_want_scan()


func _want_scan() -> void:
	_settled = Time.get_ticks_msec() + SETTLE_MSEC
	if not _is_scan_due:
		_is_scan_due = true
		_next_scan = maxi(_next_scan, _settled)


static func _is_recent(time: int) -> bool:
	return Time.get_unix_time_from_system() - time < RECENT


func _compile_broken(changed: String) -> void:
	for path: String in _broken.keys():
		if path != changed:
			_compile(path)


func _compile(path: String) -> void:
	checking.emit(PackedStringArray([path]))
	var mark: int = _problems.mark()
	if path.get_extension() == "gd":
		ResourceLoader.load(path, "Script", ResourceLoader.CACHE_MODE_IGNORE)
	else:
		# A shader is compiled when its uniforms are read.
		var shader: Shader = ResourceLoader.load(path, "Shader", ResourceLoader.CACHE_MODE_IGNORE)
		if shader != null:
			shader.get_shader_uniform_list()
	var found: Array = _problems.since(mark)
	WorldwireEditorProblems.of_source(found, path)
	if found.any(func(entry): return entry.level == "error"):
		_broken[path] = true
	else:
		_broken.erase(path)


# New sources are compiled, too, except those of the first list.
func _list() -> void:
	var is_first := _sources.is_empty()
	var waiting: Array = [_files.get_filesystem()]
	while not waiting.is_empty():
		var folder: EditorFileSystemDirectory = waiting.pop_back()
		if folder == null:
			continue
		var is_new := not _others.has(folder.get_path())
		_know(_others, folder.get_path(), true)
		# A file may come into a folder in the second of its last change, without a new time.
		if is_new and _is_recent(_others[folder.get_path()]):
			_want_scan()
		for at in folder.get_subdir_count():
			waiting.append(folder.get_subdir(at))
		for at in folder.get_file_count():
			var path := folder.get_file_path(at)
			var extension := path.get_extension().to_lower()
			if extension in SOURCES:
				_know(_sources, path, is_first)
			elif not extension in OWN_FORMATS:
				_know(_others, path, true)


# A file that has changed before it was known has the time 0.
static func _know(times: Dictionary, path: String, as_it_is: bool) -> void:
	if not times.has(path):
		times[path] = FileAccess.get_modified_time(path) if as_it_is else 0
