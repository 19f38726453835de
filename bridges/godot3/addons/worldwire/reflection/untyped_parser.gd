extends Reference

# Parses JSON without a declared type: whole numbers are integers, and {"ref": "obj:12"} is an object. A value is returned in an array
# of one element, or null if there is none.

const WorldwireNumberRange = preload("number_range.gd")

var _objects


func _init(objects) -> void:
	_objects = objects


func accept(json):
	match typeof(json):
		TYPE_REAL:
			if not WorldwireNumberRange.is_number(json):
				return null
			return [int(json) if WorldwireNumberRange.is_whole(json) else json]
		TYPE_ARRAY:
			return _items(json)
		TYPE_DICTIONARY:
			if json.size() == 1 and json.get("ref") is String and json.ref.begins_with("obj:"):
				var node: Node = _objects.find(json.ref)
				return null if node == null else [node]
			return members(json)
	return [json]


func _items(json: Array):
	var items := []
	for item in json:
		var part = accept(item)
		if part == null:
			return null
		items.append(part[0])
	return [items]


# A dictionary.
func members(json: Dictionary):
	var members := {}
	for name in json:
		var part = accept(json[name])
		if part == null:
			return null
		members[name] = part[0]
	return [members]
