extends Reference

# What a script's text says of it. At run time the engine tells neither the names nor the defaults of parameters, nor
# which script of a line of inheritance declares a function.

const MODIFIERS := ["static", "remote", "master", "puppet", "remotesync", "mastersync", "puppetsync", "sync", "slave"]

var name := ""
# By name: line, at (where the name stands in that line), modifiers, parameters (name, type, default, text) and returns.
# All but the place is text as it is written, and empty where nothing is.
var functions := {}
# Names of variables that only have a getter.
var read_only := {}
# Names of variables with a setter or a getter.
var guarded := {}
# The types of variables that say theirs, by their names.
var types := {}
# Whether some function may stand still in the middle, to go on later.
var waits := false

var _lines: PoolStringArray


func _init(text: String) -> void:
	_lines = text.split("\n")
	waits = text.find("yield(") >= 0 or text.find("yield (") >= 0
	var inside := ""
	for number in range(_lines.size()):
		var line := _lines[number]
		if inside.empty() and not line.empty() and not line[0] in " \t#)]}":
			_read(number)
		inside = _string_left_open(line, inside)


func _read(number: int) -> void:
	var line := _lines[number]
	var words := Array(line.split(" ", false))
	var keyword := 0
	while keyword < words.size() - 1 and words[keyword] in MODIFIERS:
		keyword += 1
	if words[keyword] == "func" and words.size() > keyword + 1:
		_read_function(number)
	elif words[0] == "class_name" and words.size() > 1:
		name = words[1].split(",")[0].strip_edges()
	elif line.find("var ") >= 0:
		_read_variable(line)


func _read_variable(line: String) -> void:
	# Behind what an export says in brackets.
	var at := line.find("var ", line.find(")") if line.replace(" ", "").begins_with("export(") else 0)
	var variable := _word(line, at + 4)
	var behind := line.substr(line.find(variable, at + 4) + variable.length()).strip_edges()
	if behind.begins_with(":") and not behind.begins_with(":="):
		types[variable] = _word(behind, 1)
	if line.find("setget") < 0:
		return
	var both := line.substr(line.find("setget") + 6).split("#")[0].split(",")
	guarded[variable] = true
	if both.size() > 1 and both[0].strip_edges().empty():
		read_only[variable] = true


func _read_function(number: int) -> void:
	var first := number
	var line := _lines[number]
	var at := line.find("func ") + 5
	while line[at] == " ":
		at += 1
	var function := _word(line, at)
	var parts := [""]
	var depth := 0
	var quote := ""
	var rest := ""
	var place := line.find("(", at)
	# A list of parameters may go over several lines.
	while place >= 0:
		var letter := line[place]
		if not quote.empty():
			quote = "" if letter == quote and line[place - 1] != "\\" else quote
		elif letter in "\"'":
			quote = letter
		elif letter in "([{":
			depth += 1
		elif letter in ")]}":
			depth -= 1
		if depth == 0:
			rest = line.substr(place + 1)
			break
		if depth == 1 and quote.empty() and letter == ",":
			parts.append("")
		elif depth > 1 or letter != "(" or not quote.empty():
			parts[-1] += letter
		place += 1
		while place >= line.length() or quote.empty() and line[place] == "#":
			number += 1
			if number >= _lines.size():
				return
			line = _lines[number]
			place = 0
	functions[function] = {
		"line": first,
		"at": at,
		"modifiers": _lines[first].substr(0, _lines[first].find("func ")),
		"parameters": _parameters(parts),
		"returns": _word(rest, rest.find("->") + 2) if rest.find("->") >= 0 else "",
	}


static func _parameters(parts: Array) -> Array:
	var parameters := []
	for part in parts:
		if part.strip_edges().empty():
			continue
		var name := _word(part, 0)
		var given: int = part.find("=")
		var typed: int = part.find(":")
		var type := _word(part, typed + 1) if typed >= 0 and (given < 0 or typed < given - 1) else ""
		var default: String = part.substr(given + 1).strip_edges() if given >= 0 else ""
		parameters.append({"name": name, "type": type, "default": default, "text": part.strip_edges()})
	return parameters


# The first word from there on; a type may have points in it.
static func _word(text: String, from: int) -> String:
	while from < text.length() and text[from] in " \t":
		from += 1
	var end := from
	while end < text.length() and ("_" + text[end]).replace(".", "_").is_valid_identifier():
		end += 1
	return text.substr(from, end - from)


# The mark of the text of several lines that a line leaves open.
static func _string_left_open(line: String, inside: String) -> String:
	if inside.empty() and line.find("\"\"\"") < 0:
		return ""
	return inside if line.count("\"\"\"") % 2 == 0 else ("" if not inside.empty() else "\"\"\"")
