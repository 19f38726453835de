using System.Linq;
using UnityEngine;

namespace Worldwire
{
    /// <summary>Whether the camera draws an object, or the first reason why not.</summary>
    internal static class Visibility
    {
        /// <summary>Less cannot be seen.</summary>
        private const float MinAlpha = 0.004f;
        private static readonly string[] Sides = { "to the left of", "to the right of", "below", "above" };

        private sealed class Reason
        {
            public string Code;
            public string Text;
            public GameObject Cause;
        }

        public static bool IsVisible(GameObject target)
        {
            return WhyHidden(target) == null;
        }

        public static JsonObject Of(BridgeHost host, GameObject target, bool withCover)
        {
            var reason = WhyHidden(target);
            if (reason == null)
            {
                var cover = withCover ? CoverOf(target) : null;
                return new JsonObject { { "visible", true } }.With("coveredBy", cover == null ? null : host.Ids.Reference(cover));
            }
            return new JsonObject { { "visible", false }, { "code", reason.Code }, { "text", reason.Text } }
                .With("cause", reason.Cause == null ? null : host.Ids.Reference(reason.Cause));
        }

        private static Reason Hidden(string code, string text, GameObject cause = null)
        {
            return new Reason { Code = code, Text = text, Cause = cause };
        }

        private static Reason WhyHidden(GameObject target)
        {
            if (!target.activeSelf) return Hidden("inactive-self", "it is not active: SetActive(true) shows it");
            if (!target.activeInHierarchy)
            {
                var above = target.transform.parent;
                while (above.gameObject.activeSelf) above = above.parent;
                return Hidden("inactive-ancestor", "its ancestor " + ObjectInfo.PathOf(above.gameObject) + " is not active", above.gameObject);
            }
            if (!target.scene.IsValid()) return Hidden("hidden-scene", "it belongs to no scene");
            if (target.transform is RectTransform && target.GetComponent<CanvasRenderer>() != null) return Interface.IsDrawn(target, Hidden);
            return OfRenderer(target);
        }

        private static Reason OfRenderer(GameObject target)
        {
            var renderer = target.GetComponent<Renderer>();
            if (renderer == null)
            {
                var below = target.transform.childCount > 0 ? "; ask for its children" : "";
                return Hidden("no-renderer", "it has no renderer" + below);
            }
            if (!renderer.enabled) return Hidden("renderer-disabled", "its " + renderer.GetType().Name + " is not enabled");
            var filter = target.GetComponent<MeshFilter>();
            if (renderer is MeshRenderer && (filter == null || filter.sharedMesh == null)) return Hidden("no-mesh", "its MeshFilter has no mesh");
            var flat = Flat(target.transform);
            if (flat != null)
                return Hidden("zero-scale", "the scale of " + ObjectInfo.PathOf(flat.gameObject) + " is " + flat.localScale, flat == target.transform ? null : flat.gameObject);
            var sprite = renderer as SpriteRenderer;
            if (sprite != null && sprite.color.a < MinAlpha) return Hidden("transparent", "the alpha of its colour is 0");
            var camera = ViewCamera.Current;
            if (camera == null) return Hidden("no-camera", "no camera is active");
            if ((camera.cullingMask & (1 << target.layer)) == 0)
                return Hidden("layer-culled", "the camera " + camera.name + " does not draw the layer " + target.layer, camera.gameObject);
            return InView(renderer.bounds, camera);
        }

        private static Transform Flat(Transform target)
        {
            for (var at = target; at != null; at = at.parent)
            {
                var scale = at.localScale;
                var zeros = (scale.x == 0 ? 1 : 0) + (scale.y == 0 ? 1 : 0) + (scale.z == 0 ? 1 : 0);
                if (zeros > 1) return at;
            }
            return null;
        }

        /// <summary>The planes are left, right, down, up, near and far, and point inwards.</summary>
        private static Reason InView(Bounds box, Camera camera)
        {
            var planes = GeometryUtility.CalculateFrustumPlanes(camera);
            var place = camera.transform;
            if (IsOutside(box, new Plane(place.forward, place.position))) return Hidden("outside-view", "it is behind the camera");
            for (var side = 0; side < Sides.Length; side++)
                if (IsOutside(box, planes[side])) return Hidden("outside-view", "it is " + Sides[side] + " the picture");
            if (IsOutside(box, planes[4])) return Hidden("too-near", "it is nearer than the near clip plane of the camera, " + camera.nearClipPlane);
            if (IsOutside(box, planes[5])) return Hidden("too-far", "it is beyond the far clip plane of the camera, " + camera.farClipPlane);
            return null;
        }

        private static bool IsOutside(Bounds box, Plane plane)
        {
            // The corner that is farthest in the direction of the normal.
            var normal = plane.normal;
            var corner = new Vector3(
                normal.x > 0 ? box.max.x : box.min.x, normal.y > 0 ? box.max.y : box.min.y, normal.z > 0 ? box.max.z : box.min.z);
            return plane.GetDistanceToPoint(corner) < 0;
        }

        /// <summary>The object in front of the middle of another one.</summary>
        private static GameObject CoverOf(GameObject target)
        {
            var camera = ViewCamera.Current;
            var renderer = target.GetComponent<Renderer>();
            if (camera == null || renderer == null) return null;
            var way = renderer.bounds.center - camera.transform.position;
            var hits = WorldPick.Along(new Ray(camera.transform.position, way), camera).Where(each => each.Distance < way.magnitude);
            foreach (var hit in hits)
            {
                if (hit.Target == target || hit.Target.transform.IsChildOf(target.transform)) return null;
                if (hit.Target.GetComponent<Renderer>() != null) return hit.Target;
            }
            return null;
        }
    }
}
