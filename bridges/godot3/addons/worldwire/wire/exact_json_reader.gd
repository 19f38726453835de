extends Reference

# Reads JSON with exact numbers and surrogate pairs. The engine has checked the text before.

const WorldwireNumbers = preload("numbers.gd")
const ESCAPES := {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
const HIGH := 0xd800
const LOW := 0xdc00
const REPLACEMENT := 0xfffd

var _text: String
var _at := 0


func _init(text: String) -> void:
	_text = text


func read():
	_skip()
	match _text[_at]:
		"{":
			return _object()
		"[":
			return _array()
		"\"":
			return _string()
		"t":
			_at += 4
			return true
		"f":
			_at += 5
			return false
		"n":
			_at += 4
			return null
	return _number()


func _object() -> Dictionary:
	var object := {}
	while _goes_on("}"):
		var name := _string()
		_skip()
		_at += 1
		object[name] = read()
	return object


func _array() -> Array:
	var array := []
	while _goes_on("]"):
		array.append(read())
	return array


# Moves past the bracket or comma. False at the end.
func _goes_on(end: String) -> bool:
	_skip()
	if _text[_at] != end:
		_at += 1
		_skip()
	if _text[_at] != end:
		return true
	_at += 1
	return false


func _string() -> String:
	var parts := PoolStringArray()
	_at += 1
	while _text[_at] != "\"":
		var end := _text.find("\"", _at)
		var escape := _text.find("\\", _at)
		if escape < 0 or end < escape:
			parts.append(_text.substr(_at, end - _at))
			_at = end
		else:
			parts.append(_text.substr(_at, escape - _at))
			_at = escape
			parts.append(_escaped())
	_at += 1
	return parts.join("")


func _escaped() -> String:
	var mark := _text[_at + 1]
	_at += 2
	if mark != "u":
		return ESCAPES.get(mark, mark)
	var code := _unit()
	if code >= HIGH and code < LOW and _text.substr(_at, 2) == "\\u":
		_at += 2
		var second := _unit()
		if second >= LOW and second < 0xe000:
			return char(0x10000 + (code - HIGH) * 0x400 + second - LOW)
		return char(REPLACEMENT) + _whole(second)
	return _whole(code)


func _unit() -> int:
	_at += 4
	return ("0x" + _text.substr(_at - 4, 4)).hex_to_int()


# A lone surrogate is not a character.
func _whole(code: int) -> String:
	# char(0) is an empty text, but parse_json reads it.
	if code == 0:
		return parse_json("\"\\u0000\"")
	return char(REPLACEMENT if code >= HIGH and code < 0xe000 else code)


func _number() -> float:
	var begin := _at
	while _at < _text.length() and _text[_at] in "+-.0123456789Ee":
		_at += 1
	return WorldwireNumbers.value_of(_text.substr(begin, _at - begin))


func _skip() -> void:
	while _text[_at] in " \t\r\n":
		_at += 1
