@tool
extends "../reflection/properties.gd"

# A script that is not a tool has no variables in the editor, but placeholders for those that it exports.


func of(node: Node, part: Dictionary) -> Dictionary:
	var found: Dictionary = super(node, part)
	if part.script == null or part.script.is_tool():
		return found
	var present := {}
	for property in node.get_property_list():
		present[property.name] = true
	var exported := {}
	for name in found:
		if present.has(name):
			exported[name] = found[name]
	return exported


func find(node: Node, part: Dictionary, name: String) -> Variant:
	return of(node, part).get(name)
