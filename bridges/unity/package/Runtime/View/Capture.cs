using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace Worldwire
{
    /// <summary>Pictures of what a camera sees.</summary>
    internal static class Capture
    {
        private const int MaxSize = 4096;
        private const int DefaultWidth = 640;
        private const int DefaultBytes = 1500000;
        private const int MaxSeen = 40;
        private const int DepthBits = 24;
        private const float FocusMargin = 1.2f;
        private const float Smaller = 0.75f;

        public static void Add(BridgeHost host)
        {
            if (SystemInfo.graphicsDeviceType == UnityEngine.Rendering.GraphicsDeviceType.Null)
                host.Operations.AddMissing("view.capture", "it has no display: it was started with -nographics");
            else host.Operations.AddLater("view.capture", call => Take(host, call));
        }

        private static void Take(BridgeHost host, Call call)
        {
            var given = call.Params;
            var wanted = new Size { Width = given.Whole("width", 1, MaxSize, 0), Height = given.Whole("height", 1, MaxSize, 0) };
            var focus = given.Has("focus") ? host.Ids.Find(given.Text("focus")) : null;
            var camera = given.Has("camera") ? OwnCamera(host, given.Text("camera")) : ViewCamera.Current;
            if (focus != null || given.Has("camera") || !ScreenPicture.IsUsable)
            {
                call.Answer(FromCamera(host, camera, focus, wanted));
                return;
            }
            ScreenPicture.Take(host, shot => ObjectList.Guard(call, () =>
                call.Answer(shot == null ? FromCamera(host, ViewCamera.Current, null, wanted) : FromScreen(host, shot, wanted))));
        }

        /// <summary>0 stands for a size that is chosen here.</summary>
        private struct Size
        {
            public int Width;
            public int Height;

            public Size Of(float aspect)
            {
                var width = Width > 0 ? Width : Height > 0 ? Mathf.Clamp(Mathf.RoundToInt(Height * aspect), 1, MaxSize) : DefaultWidth;
                return new Size { Width = width, Height = Height > 0 ? Height : Mathf.Clamp(Mathf.RoundToInt(width / aspect), 1, MaxSize) };
            }
        }

        private static JsonObject FromScreen(BridgeHost host, Texture2D shot, Size wanted)
        {
            try
            {
                var size = wanted.Of((float)shot.width / shot.height);
                var png = Fitting(wanted, ref size, each => ScreenPicture.Scaled(shot, each.Width, each.Height));
                return Info(host, ViewCamera.Current, png, size);
            }
            finally
            {
                UnityEngine.Object.DestroyImmediate(shot);
            }
        }

        private static JsonObject FromCamera(BridgeHost host, Camera camera, GameObject focus, Size wanted)
        {
            if (camera == null) throw Refusal.NotReady("no camera is active", "activate a camera, or turn the freecam on");
            var size = wanted.Of(camera.pixelHeight > 0 ? (float)camera.pixelWidth / camera.pixelHeight : 16f / 9);
            var holder = new GameObject("Worldwire Capture") { hideFlags = HideFlags.HideAndDontSave };
            try
            {
                var eye = holder.AddComponent<Camera>();
                eye.CopyFrom(camera);
                eye.enabled = false;
                if (focus != null) LookAt(eye, focus);
                var png = Fitting(wanted, ref size, each => Draw(eye, each.Width, each.Height));
                eye.aspect = (float)size.Width / size.Height;
                return Info(host, eye, png, size);
            }
            finally
            {
                UnityEngine.Object.DestroyImmediate(holder);
            }
        }

        /// <summary>A picture whose size was not asked for becomes smaller until it has few bytes.</summary>
        private static byte[] Fitting(Size wanted, ref Size size, Func<Size, byte[]> draw)
        {
            var png = draw(size);
            while (wanted.Width == 0 && wanted.Height == 0 && png.Length > DefaultBytes)
            {
                size = new Size { Width = Math.Max(1, (int)(size.Width * Smaller)), Height = Math.Max(1, (int)(size.Height * Smaller)) };
                png = draw(size);
            }
            return png;
        }

        private static Camera OwnCamera(BridgeHost host, string id)
        {
            var target = host.Ids.Find(id);
            var camera = target.GetComponent<Camera>();
            if (camera != null) return camera;
            throw Refusal.Invalid(ObjectInfo.PathOf(target) + " has no camera", "list the objects with the type Camera");
        }

        private static void LookAt(Camera eye, GameObject focus)
        {
            Bounds? whole = null;
            foreach (var renderer in focus.GetComponentsInChildren<Renderer>(false))
            {
                var box = whole ?? renderer.bounds;
                box.Encapsulate(renderer.bounds);
                whole = box;
            }
            var seen = whole ?? new Bounds(focus.transform.position, Vector3.one);
            var radius = Mathf.Max(seen.extents.magnitude, 0.01f) * FocusMargin;
            var distance = eye.orthographic ? radius + eye.nearClipPlane : radius / Mathf.Sin(eye.fieldOfView * Mathf.Deg2Rad / 2);
            if (eye.orthographic) eye.orthographicSize = radius;
            eye.nearClipPlane = Mathf.Min(eye.nearClipPlane, Mathf.Max(0.01f, distance - radius * 2));
            eye.farClipPlane = Mathf.Max(eye.farClipPlane, distance + radius * 2);
            eye.transform.position = seen.center - eye.transform.forward * distance;
        }

        private static byte[] Draw(Camera eye, int width, int height)
        {
            var target = RenderTexture.GetTemporary(width, height, DepthBits);
            try
            {
                eye.targetTexture = target;
                eye.aspect = (float)width / height;
                eye.Render();
                return Encode(target);
            }
            finally
            {
                eye.targetTexture = null;
                RenderTexture.ReleaseTemporary(target);
            }
        }

        public static byte[] Encode(RenderTexture source)
        {
            var picture = new Texture2D(source.width, source.height, TextureFormat.RGB24, false);
            var before = RenderTexture.active;
            try
            {
                RenderTexture.active = source;
                picture.ReadPixels(new Rect(0, 0, source.width, source.height), 0, 0);
                picture.Apply();
                return ImageConversion.EncodeToPNG(picture);
            }
            finally
            {
                RenderTexture.active = before;
                UnityEngine.Object.DestroyImmediate(picture);
            }
        }

        private static JsonObject Info(BridgeHost host, Camera eye, byte[] png, Size size)
        {
            var seen = eye == null ? new List<JsonObject>() : Seen(host, eye, size.Width, size.Height);
            return new JsonObject
            {
                { "data", Convert.ToBase64String(png) }, { "mimeType", "image/png" }, { "width", size.Width }, { "height", size.Height },
                { "seen", JsonList.Of(seen.Take(MaxSeen)) }, { "seenTotal", seen.Count },
            };
        }

        /// <summary>Objects with a renderer whose middle is in the picture, the nearest first.</summary>
        private static List<JsonObject> Seen(BridgeHost host, Camera eye, int width, int height)
        {
            var planes = GeometryUtility.CalculateFrustumPlanes(eye);
            var seen = new List<JsonObject>();
            foreach (var renderer in UnityEngine.Object.FindObjectsOfType<Renderer>())
            {
                var target = renderer.gameObject;
                if (!renderer.enabled || (eye.cullingMask & (1 << target.layer)) == 0 || !GeometryUtility.TestPlanesAABB(planes, renderer.bounds)) continue;
                var at = eye.WorldToViewportPoint(renderer.bounds.center);
                if (at.z <= 0 || at.x < 0 || at.x >= 1 || at.y <= 0 || at.y > 1) continue;
                seen.Add(new JsonObject
                {
                    { "id", host.Ids.IdOf(target) }, { "name", target.name }, { "path", ObjectInfo.PathOf(target) },
                    { "x", Math.Floor(at.x * width) }, { "y", Math.Floor((1 - at.y) * height) },
                    { "distance", Vector3.Distance(eye.transform.position, renderer.bounds.center) },
                });
            }
            return seen.OrderBy(each => (float)each["distance"]).ToList();
        }
    }
}
