extends RefCounted

# animation.get: the animations of a player, of a tree with its state machines and parameters, or of a sprite.

const WorldwireRefusal = preload("../refusal.gd")
const WorldwireObjects = preload("../scene/objects.gd")
const WorldwireValues = preload("../reflection/values.gd")
const PARAMETERS := "parameters/"
const PLAYBACK := "playback"
const MAX_PARAMETERS := 200

var _objects: WorldwireObjects
var _values: WorldwireValues


func _init(parts: Dictionary) -> void:
	_objects = parts.objects
	_values = parts.values


func handlers() -> Dictionary:
	return {"animation.get": describe}


func describe(params: Dictionary) -> Variant:
	var node: Variant = _objects.named(params.get("object"))
	if node is WorldwireRefusal:
		return node
	var player := _player_of(node)
	if player == null:
		var about := "%s has no animations" % _objects.stage.path_of(node)
		return WorldwireRefusal.new("not-found", about, "name an AnimationPlayer, an AnimationTree or an animated sprite, or the parent of one")
	if player is AnimationPlayer:
		return _of_player(player)
	return _of_tree(player) if player is AnimationTree else _of_sprite(player)


# The node itself, or the first of its children.
static func _player_of(node: Node) -> Node:
	for each: Node in [node] + node.get_children():
		if each is AnimationMixer or each is AnimatedSprite2D or each is AnimatedSprite3D:
			return each
	return null


static func _of_player(player: AnimationPlayer) -> Dictionary:
	var found := {"type": player.get_class(), "animations": _animations(player)}
	var name := player.current_animation if player.is_playing() else player.assigned_animation
	if not name.is_empty() and player.has_animation(name):
		found.current = {"name": name, "position": player.current_animation_position if _has_position(player) else 0.0, "playing": player.is_playing()}
	return found


# One that is paused has a position, and one that is stopped has none. Before Godot 4.5 the two cannot be told apart.
static func _has_position(player: AnimationPlayer) -> bool:
	return player.is_playing() or player.has_method(&"is_animation_active") and player.call(&"is_animation_active")


func _of_tree(tree: AnimationTree) -> Dictionary:
	var found := {"type": tree.get_class(), "animations": _animations(tree), "states": [], "parameters": []}
	if found.animations.is_empty() and tree.has_node(tree.anim_player):
		found.animations = _animations(tree.get_node(tree.anim_player))
	for property in tree.get_property_list():
		var name: String = property.name
		if not name.begins_with(PARAMETERS):
			continue
		var value: Variant = tree.get(name)
		if value is AnimationNodeStateMachinePlayback:
			var machine := name.trim_prefix(PARAMETERS).trim_suffix(PLAYBACK).trim_suffix("/")
			found.states.append({"machine": machine, "state": String(value.get_current_node())})
		# Each animation node has further ones for the engine alone, which an editor does not show.
		elif property.usage & PROPERTY_USAGE_EDITOR and found.parameters.size() < MAX_PARAMETERS:
			# By the name that a write takes.
			found.parameters.append({"name": name, "value": _values.json_of(value)})
	return found


static func _of_sprite(sprite: Node) -> Dictionary:
	var found := {"type": sprite.get_class(), "animations": []}
	var frames: SpriteFrames = sprite.get("sprite_frames")
	if frames == null:
		return found
	for name in frames.get_animation_names():
		found.animations.append({"name": name, "length": _length(frames, name), "loops": frames.get_animation_loop(name)})
	var current: StringName = sprite.get("animation")
	if frames.has_animation(current):
		var frame: int = sprite.get("frame")
		var before := 0.0
		for at in frame:
			before += frames.get_frame_duration(current, at)
		if frame < frames.get_frame_count(current):
			before += sprite.get("frame_progress") * frames.get_frame_duration(current, frame)
		var speed := maxf(frames.get_animation_speed(current), 0.001)
		found.current = {"name": String(current), "position": before / speed, "playing": sprite.call("is_playing")}
	return found


static func _length(frames: SpriteFrames, name: StringName) -> float:
	var length := 0.0
	for at in frames.get_frame_count(name):
		length += frames.get_frame_duration(name, at)
	return length / maxf(frames.get_animation_speed(name), 0.001)


static func _animations(mixer: AnimationMixer) -> Array:
	var found := []
	for name in mixer.get_animation_list():
		var animation := mixer.get_animation(name)
		found.append({"name": name, "length": animation.length, "loops": animation.loop_mode != Animation.LOOP_NONE})
	return found
