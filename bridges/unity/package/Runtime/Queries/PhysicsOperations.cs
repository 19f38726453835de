using System;
using System.Linq;
using UnityEngine;

namespace Worldwire
{
    internal static class PhysicsOperations
    {
        private const float NearGoal = 2;
        private const int AllAreas = -1;
        private const int MaxPoints = 10000;

        public static void Add(BridgeHost host)
        {
            host.Operations.Add("physics.ray", given => Ray(host, given));
            host.Operations.Add("physics.overlap", given => Overlap(host, given));
            // The module for navigation need not be in a project.
            var mesh = FoundTypes.Named("UnityEngine.AI.NavMesh");
            var path = FoundTypes.Named("UnityEngine.AI.NavMeshPath");
            if (mesh == null || path == null) host.Operations.AddMissing("navigation.path", "the project has no module for navigation (com.unity.modules.ai)");
            else host.Operations.Add("navigation.path", given => Path(given, mesh, path));
        }

        private static JsonObject Ray(BridgeHost host, Params given)
        {
            var from = given.Vector("from");
            var way = given.Vector("to") - from;
            RaycastHit hit;
            Physics.SyncTransforms();
            if (way.magnitude == 0 || !Physics.Raycast(from, way, out hit, way.magnitude, Physics.AllLayers)) return null;
            var info = host.Ids.Reference(hit.collider.gameObject);
            info["point"] = ObjectInfo.Vector(hit.point);
            info["normal"] = ObjectInfo.Vector(hit.normal);
            info["distance"] = hit.distance;
            return info;
        }

        private static JsonObject Overlap(BridgeHost host, Params given)
        {
            given.CheckPaging();
            var at = given.Vector("at");
            var radius = given.OptionalNumber("radius");
            var box = given.OptionalVector("box");
            if ((radius == null) == (box == null)) throw Refusal.Invalid("one of radius and box must be given", "send radius: 2, or box: {\"x\":1,\"y\":1,\"z\":1}");
            if (radius != null && radius.Value <= 0) throw given.Wrong("radius", "a number above 0", "2");
            if (box != null && (box.Value.x <= 0 || box.Value.y <= 0 || box.Value.z <= 0)) throw given.Wrong("box", "half extents above 0", "{\"x\":1,\"y\":1,\"z\":1}");
            Physics.SyncTransforms();
            var found = radius != null
                ? Physics.OverlapSphere(at, (float)radius.Value, Physics.AllLayers)
                : Physics.OverlapBox(at, box.Value, Quaternion.identity, Physics.AllLayers);
            var objects = found.Select(each => each.gameObject).Distinct().OrderBy(each => Vector3.Distance(at, each.transform.position)).ToList();
            return given.Page(objects, each => host.Ids.Reference(each));
        }

        private static JsonObject Path(Params given, Type mesh, Type pathType)
        {
            var from = given.Vector("from");
            var to = given.Vector("to");
            var path = Activator.CreateInstance(pathType);
            var calculate = mesh.GetMethod("CalculatePath", new[] { typeof(Vector3), typeof(Vector3), typeof(int), pathType });
            var found = (bool)calculate.Invoke(null, new[] { from, to, AllAreas, path });
            var points = found ? (Vector3[])pathType.GetProperty("corners").GetValue(path, null) : new Vector3[0];
            var complete = found && pathType.GetProperty("status").GetValue(path, null).ToString() == "PathComplete";
            var length = 0f;
            for (var at = 1; at < points.Length; at++) length += Vector3.Distance(points[at - 1], points[at]);
            var reached = complete && points.Length > 0 && Vector3.Distance(points[points.Length - 1], to) < NearGoal;
            return new JsonObject
            {
                { "reached", reached }, { "length", length }, { "points", JsonList.Of(points.Take(MaxPoints).Select(ObjectInfo.Vector)) },
            };
        }
    }

    /// <summary>Types of assemblies that a project need not have.</summary>
    internal static class FoundTypes
    {
        public static Type Named(string fullName)
        {
            foreach (var assembly in AppDomain.CurrentDomain.GetAssemblies())
            {
                var type = assembly.GetType(fullName, false);
                if (type != null) return type;
            }
            return null;
        }
    }
}
