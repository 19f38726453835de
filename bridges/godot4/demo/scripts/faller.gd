class_name Faller
extends Node3D

# Counts what falls onto its neighbours.

@export var body: NodePath
var hits := 0
var seconds := 0.0


func _ready() -> void:
	var falling: RigidBody3D = get_node(body)
	falling.contact_monitor = true
	falling.max_contacts_reported = 4
	falling.body_entered.connect(_body_on_entered)


func _process(delta: float) -> void:
	seconds += delta


func _body_on_entered(other: Node) -> void:
	hits += 1
	if other is Health:
		other.damage(1.0)
