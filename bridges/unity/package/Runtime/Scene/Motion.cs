using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEngine;

namespace Worldwire
{
    /// <summary>Speeds of objects, measured over about a tenth of a second. Nothing is measured unless it is asked for.</summary>
    internal sealed class Motion
    {
        private const float Seconds = 0.1f;
        private const float MaxRealSeconds = 0.2f;
        private const float MinSpeed = 0.001f;
        private const float MinAngularSpeed = 0.01f;
        /// <summary>Named linearVelocity from Unity 6 on.</summary>
        private static readonly PropertyInfo BodyVelocity = typeof(Rigidbody).GetProperty("linearVelocity") ?? typeof(Rigidbody).GetProperty("velocity");

        private struct Pose
        {
            public Vector3 Position;
            public Quaternion Rotation;
        }

        private readonly Dictionary<GameObject, Pose> before = new Dictionary<GameObject, Pose>();
        private readonly Dictionary<GameObject, Vector3> velocities = new Dictionary<GameObject, Vector3>();
        private readonly Dictionary<GameObject, float> turns = new Dictionary<GameObject, float>();

        public static void Measure(BridgeHost host, IEnumerable<GameObject> targets, Action<Motion> then)
        {
            var motion = new Motion();
            foreach (var each in targets)
                motion.before[each] = new Pose { Position = each.transform.position, Rotation = each.transform.rotation };
            var start = Time.time;
            var realStart = Time.realtimeSinceStartup;
            var first = Time.frameCount;
            host.EachFrame(() =>
            {
                if (Time.frameCount == first) return false;
                if (Time.time - start < Seconds && Time.realtimeSinceStartup - realStart < MaxRealSeconds) return false;
                motion.Finish(Time.time - start);
                then(motion);
                return true;
            });
        }

        private void Finish(float seconds)
        {
            foreach (var pair in before)
            {
                var target = pair.Key;
                if (target == null) continue;
                var velocity = Vector3.zero;
                var turn = 0f;
                if (seconds > 0)
                {
                    var body = target.GetComponent<Rigidbody>();
                    if (body != null && !body.isKinematic)
                    {
                        velocity = (Vector3)BodyVelocity.GetValue(body, null);
                        turn = body.angularVelocity.magnitude * Mathf.Rad2Deg;
                    }
                    else
                    {
                        var moved = target.transform.position - pair.Value.Position;
                        velocity = moved.sqrMagnitude == 0 ? Vector3.zero : moved / seconds;
                        turn = Quaternion.Angle(pair.Value.Rotation, target.transform.rotation) / seconds;
                    }
                }
                velocities[target] = velocity;
                turns[target] = turn;
            }
        }

        public bool Moves(GameObject target)
        {
            Vector3 velocity;
            return velocities.TryGetValue(target, out velocity) && (velocity.magnitude > MinSpeed || turns[target] > MinAngularSpeed);
        }

        public void AddTo(JsonObject info, GameObject target)
        {
            Vector3 velocity;
            if (!velocities.TryGetValue(target, out velocity)) return;
            info["velocity"] = ObjectInfo.Vector(velocity);
            info["angularSpeed"] = turns[target];
        }
    }
}
