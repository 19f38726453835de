extends RefCounted

# The last calls of a method, and the number of all.

const WorldwireClock = preload("../view/clock.gd")
# Calls that are kept.
const MAX_CALLS := 256
const MAX_ARGUMENT := 200
const MAX_ARGUMENTS := 16
const MAX_PATH := 1000
# Containers are cut to this number of parts before they become text.
const MAX_PARTS := 50

var total := 0

# A ring: the oldest call is replaced.
var _calls := []
var _tools: Dictionary


# The tools are objects, values and clock.
func _init(tools: Dictionary) -> void:
	_tools = tools


func add(itself: Object, args: Array) -> void:
	var time: Dictionary = _tools.clock.describe()
	var call := {"at": _now(), "time": time.time, "frame": time.frame, "args": []}
	if itself is Node and itself.is_inside_tree():
		call.object = _tools.objects.id_of(itself)
		call.path = _tools.stage.path_of(itself).substr(0, MAX_PATH)
	for arg in args.slice(0, MAX_ARGUMENTS):
		var text: String = str(arg) if arg is String or arg is StringName else _tools.values.text_of(arg, [MAX_PARTS])
		call.args.append(text if text.length() <= MAX_ARGUMENT else text.substr(0, MAX_ARGUMENT - 3) + "...")
	if _calls.size() < MAX_CALLS:
		_calls.append(call)
	else:
		_calls[total % MAX_CALLS] = call
	total += 1


# Without since (negative) the last calls; with it those after that number, the oldest first.
func read(since: int, limit: int) -> Dictionary:
	var after := clampi(since, 0, total)
	var oldest := maxi(after, total - MAX_CALLS)
	var begin := maxi(oldest, total - limit) if since < 0 else oldest
	var end := mini(total, begin + limit)
	var items := []
	for at in range(begin, end):
		var call: Dictionary = _calls[at % MAX_CALLS].duplicate()
		call.number = at + 1
		items.append(call)
	return {"total": total, "items": items, "dropped": oldest - after, "next": end}


static func _now() -> String:
	return WorldwireClock.now()
