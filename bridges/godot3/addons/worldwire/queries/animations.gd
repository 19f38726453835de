extends Reference

# What AnimationPlayer, AnimationTree and animated sprites play.

const WorldwireRefusal = preload("../refusal.gd")
const PARAMETERS := "parameters/"
const PLAYBACK := "playback"

var _values


func _init(values) -> void:
	_values = values


func of(node: Node):
	var source := _source(node)
	if source == null:
		var about := "%s has no AnimationPlayer, AnimationTree or animated sprite" % node.name
		return WorldwireRefusal.new("not-found", about, "search for objects of the type AnimationPlayer or AnimationTree")
	if source is AnimationTree:
		return _of_tree(source)
	return _of_player(source) if source is AnimationPlayer else _of_sprite(source)


# The node itself, or a child of it.
static func _source(node: Node) -> Node:
	for each in [node] + node.get_children():
		if each is AnimationTree or each is AnimationPlayer or each is AnimatedSprite or each is AnimatedSprite3D:
			return each
	return null


static func _of_player(player: AnimationPlayer) -> Dictionary:
	var info := {"type": "AnimationPlayer", "animations": _animations(player)}
	# The position of a player that has played nothing is an error.
	if not player.current_animation.empty():
		info.current = {"name": player.current_animation, "position": player.current_animation_position, "playing": player.is_playing()}
	elif not player.assigned_animation.empty():
		info.current = {"name": player.assigned_animation, "position": 0, "playing": false}
	return info


static func _animations(player: AnimationPlayer) -> Array:
	var found := []
	for name in player.get_animation_list():
		var animation := player.get_animation(name)
		found.append({"name": name, "length": animation.length, "loops": animation.loop})
	return found


func _of_tree(tree: AnimationTree) -> Dictionary:
	var player = tree.get_node_or_null(tree.anim_player)
	var info := {
		"type": "AnimationTree",
		"animations": _animations(player) if player is AnimationPlayer else [],
		"states": [],
		"parameters": [],
	}
	for property in tree.get_property_list():
		if not property.name.begins_with(PARAMETERS):
			continue
		var value = tree.get(property.name)
		if value is AnimationNodeStateMachinePlayback:
			var machine: String = property.name.trim_prefix(PARAMETERS).trim_suffix(PLAYBACK).trim_suffix("/")
			info.states.append({"machine": machine, "state": value.get_current_node()})
		elif typeof(value) != TYPE_OBJECT:
			info.parameters.append({"name": property.name, "value": _values.json_of(value)})
	return info


static func _of_sprite(sprite: Node) -> Dictionary:
	var info := {"type": sprite.get_class(), "animations": []}
	if sprite.frames == null:
		return info
	for name in sprite.frames.get_animation_names():
		var speed: float = sprite.frames.get_animation_speed(name)
		var length: float = sprite.frames.get_frame_count(name) / speed if speed > 0 else 0.0
		info.animations.append({"name": name, "length": length, "loops": sprite.frames.get_animation_loop(name)})
	var rate: float = sprite.frames.get_animation_speed(sprite.animation) if sprite.frames.has_animation(sprite.animation) else 0.0
	info.current = {"name": sprite.animation, "position": sprite.frame / rate if rate > 0 else 0.0, "playing": sprite.is_playing()}
	return info
