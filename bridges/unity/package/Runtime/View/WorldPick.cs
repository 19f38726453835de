using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace Worldwire
{
    /// <summary>Objects along a ray: colliders first, and renderers without a collider by their boxes.</summary>
    internal static class WorldPick
    {
        private const int MaxHits = 100;

        internal sealed class Hit
        {
            public GameObject Target;
            public Vector3 Point;
            public Vector3? Normal;
            public float Distance;
        }

        /// <summary>The nearest first; each object once. Distances are from the camera.</summary>
        public static List<Hit> Along(Ray ray, Camera camera)
        {
            var from = camera.transform.position;
            var hits = new Dictionary<GameObject, Hit>();
            foreach (var hit in Physics.RaycastAll(ray, camera.farClipPlane, camera.cullingMask))
            {
                var target = hit.collider.gameObject;
                var found = new Hit { Target = target, Point = hit.point, Normal = hit.normal, Distance = Vector3.Distance(from, hit.point) };
                Hit other;
                if (!hits.TryGetValue(target, out other) || other.Distance > found.Distance) hits[target] = found;
            }
            foreach (var renderer in Object.FindObjectsOfType<Renderer>())
            {
                var target = renderer.gameObject;
                float distance;
                if (!renderer.enabled || (camera.cullingMask & (1 << target.layer)) == 0 || target.GetComponent<Collider>() != null) continue;
                if (!renderer.bounds.IntersectRay(ray, out distance) || distance < 0 || distance > camera.farClipPlane) continue;
                var point = ray.GetPoint(distance);
                hits[target] = new Hit { Target = target, Point = point, Distance = Vector3.Distance(from, point) };
            }
            return hits.Values.OrderBy(each => each.Distance).Take(MaxHits).ToList();
        }
    }

    internal static class PickOperations
    {
        private const string NoInterface = "the project has no uGUI package (com.unity.ugui)";

        public static void Add(BridgeHost host)
        {
            host.Operations.Add("pick.world", given => World(host, given));
            host.Operations.AddMissing("pick.ui", NoInterface);
            host.Operations.AddMissing("ui.list", NoInterface);
        }

        /// <summary>The place in pixels of the screen from the upper left corner; null outside of the picture.</summary>
        public static Vector2? PlaceIn(Params given, float width, float height)
        {
            var normalized = given.Flag("normalized", false);
            var x = given.OptionalNumber("x") ?? (normalized ? 0.5 : width / 2);
            var y = given.OptionalNumber("y") ?? (normalized ? 0.5 : height / 2);
            if (normalized)
            {
                x *= width;
                y *= height;
            }
            return x < 0 || y < 0 || x > width || y > height ? (Vector2?)null : new Vector2((float)x, (float)y);
        }

        private static JsonList World(BridgeHost host, Params given)
        {
            var camera = ViewCamera.Current;
            var at = PlaceIn(given, camera == null ? Screen.width : camera.pixelWidth, camera == null ? Screen.height : camera.pixelHeight);
            if (at == null || camera == null) return new JsonList();
            var ray = camera.ScreenPointToRay(new Vector3(at.Value.x, camera.pixelHeight - at.Value.y, 0));
            return JsonList.Of(WorldPick.Along(ray, camera).Select(hit => Info(host, hit)));
        }

        private static JsonObject Info(BridgeHost host, WorldPick.Hit hit)
        {
            return new JsonObject
            {
                { "id", host.Ids.IdOf(hit.Target) }, { "name", hit.Target.name }, { "path", ObjectInfo.PathOf(hit.Target) },
                { "distance", hit.Distance }, { "point", ObjectInfo.Vector(hit.Point) },
            }.With("normal", hit.Normal == null ? null : ObjectInfo.Vector(hit.Normal.Value));
        }
    }
}
