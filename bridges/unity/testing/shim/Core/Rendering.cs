// Part of the shim. The picture of a camera has one filled rectangle for each box in view, the nearest on top.
using System;
using System.Collections.Generic;
using System.Linq;

namespace UnityEngine
{
    public class Mesh : Object
    {
        public Bounds bounds { get; set; }
        public int vertexCount { get { return 24; } }
        public static Mesh ShimCube() { return new Mesh { name = "Cube", bounds = new Bounds(Vector3.zero, Vector3.one) }; }
    }

    public class Shader : Object { public static Shader Find(string name) { return new Shader { name = name }; } }

    public class Material : Object
    {
        public Material(Shader shader) { this.shader = shader; name = "Material"; color = Color.white; }
        public Shader shader { get; set; }
        public Color color { get; set; }
        public int renderQueue { get; set; }
        public bool HasProperty(string name) { return name == "_Color"; }
    }

    public class MeshFilter : Component
    {
        public Mesh sharedMesh { get; set; }
        public Mesh mesh { get { return sharedMesh; } set { sharedMesh = value; } }
    }

    public class Renderer : Component
    {
        public Renderer() { enabled = true; }
        public bool enabled { get; set; }
        public bool isVisible { get { return enabled; } }
        public Material sharedMaterial { get; set; }
        public Material material { get { return sharedMaterial; } set { sharedMaterial = value; } }
        public Material[] sharedMaterials { get { return new[] { sharedMaterial }; } set { sharedMaterial = value[0]; } }
        public int sortingOrder { get; set; }
        protected virtual Bounds Local { get { return new Bounds(); } }
        public Bounds bounds { get { return Corners.Around(transform, Local); } }
    }

    public class MeshRenderer : Renderer
    {
        protected override Bounds Local
        {
            get
            {
                var filter = GetComponent<MeshFilter>();
                return filter == null || filter.sharedMesh == null ? new Bounds() : filter.sharedMesh.bounds;
            }
        }
    }

    public class SkinnedMeshRenderer : Renderer { public Mesh sharedMesh { get; set; } }
    public sealed class SpriteRenderer : Renderer { public Color color { get; set; } }

    internal static class Corners
    {
        public static IEnumerable<Vector3> Of(Bounds box)
        {
            for (var at = 0; at < 8; at++)
                yield return new Vector3(
                    (at & 1) == 0 ? box.min.x : box.max.x, (at & 2) == 0 ? box.min.y : box.max.y, (at & 4) == 0 ? box.min.z : box.max.z);
        }

        public static Bounds Around(Transform transform, Bounds local)
        {
            var points = Of(local).Select(transform.TransformPoint).ToList();
            var box = new Bounds(points[0], Vector3.zero);
            foreach (var point in points) box.Encapsulate(point);
            return box;
        }
    }

    public enum CameraClearFlags { Skybox = 1, SolidColor = 2, Depth = 3, Nothing = 4 }
    public enum LightType { Spot, Directional, Point }

    public sealed class Light : Behaviour
    {
        public LightType type { get; set; }
        public float intensity { get; set; }
        public Color color { get; set; }
        public float range { get; set; }
    }

    public sealed class AudioListener : Behaviour { }

    public sealed class Camera : Behaviour
    {
        public delegate void CameraCallback(Camera cam);
        private RenderTexture target;
        private float givenAspect;

        public Camera()
        {
            fieldOfView = 60;
            nearClipPlane = 0.3f;
            farClipPlane = 1000;
            cullingMask = -1;
            orthographicSize = 5;
            backgroundColor = new Color(0.19f, 0.3f, 0.47f);
        }
        public float fieldOfView { get; set; }
        public float nearClipPlane { get; set; }
        public float farClipPlane { get; set; }
        public int cullingMask { get; set; }
        public bool orthographic { get; set; }
        public float orthographicSize { get; set; }
        public float depth { get; set; }
        public Color backgroundColor { get; set; }
        public CameraClearFlags clearFlags { get; set; }
        public RenderTexture targetTexture { get { return target; } set { target = value; } }
        public int targetDisplay { get; set; }
        public int pixelWidth { get { return target == null ? Screen.width : target.width; } }
        public int pixelHeight { get { return target == null ? Screen.height : target.height; } }
        public float aspect
        {
            get { return givenAspect > 0 ? givenAspect : (float)pixelWidth / pixelHeight; }
            set { givenAspect = value; }
        }
        public void ResetAspect() { givenAspect = 0; }
        public static Camera main { get { return allCameras.FirstOrDefault(each => each.CompareTag("MainCamera")); } }
        public static Camera current { get { return null; } }
        public static Camera[] allCameras { get { return FindObjectsOfType<Camera>().Where(each => each.enabled).ToArray(); } }
        public static int allCamerasCount { get { return allCameras.Length; } }

        public void CopyFrom(Camera other)
        {
            transform.position = other.transform.position;
            transform.rotation = other.transform.rotation;
            fieldOfView = other.fieldOfView;
            nearClipPlane = other.nearClipPlane;
            farClipPlane = other.farClipPlane;
            cullingMask = other.cullingMask;
            orthographic = other.orthographic;
            orthographicSize = other.orthographicSize;
            backgroundColor = other.backgroundColor;
            clearFlags = other.clearFlags;
            depth = other.depth;
        }

        private float HalfHeight(float z)
        {
            return orthographic ? orthographicSize : z * Mathf.Tan(fieldOfView * Mathf.Deg2Rad / 2);
        }
        public Ray ScreenPointToRay(Vector3 pos) { return ViewportPointToRay(new Vector3(pos.x / pixelWidth, pos.y / pixelHeight, 0)); }
        public Ray ViewportPointToRay(Vector3 pos)
        {
            var near = Place(pos, nearClipPlane);
            var far = Place(pos, farClipPlane);
            return new Ray(near, far - near);
        }
        private Vector3 Place(Vector3 pos, float z)
        {
            var half = HalfHeight(z);
            var local = new Vector3((pos.x * 2 - 1) * half * aspect, (pos.y * 2 - 1) * half, z);
            return transform.position + transform.rotation * local;
        }
        public Vector3 ViewportToWorldPoint(Vector3 position) { return Place(position, position.z); }
        public Vector3 WorldToViewportPoint(Vector3 position)
        {
            var local = Quaternion.Inverse(transform.rotation) * (position - transform.position);
            var half = HalfHeight(orthographic ? 1 : local.z);
            return new Vector3(local.x / (half * aspect) / 2 + 0.5f, local.y / half / 2 + 0.5f, local.z);
        }
        public Vector3 WorldToScreenPoint(Vector3 position)
        {
            var at = WorldToViewportPoint(position);
            return new Vector3(at.x * pixelWidth, at.y * pixelHeight, at.z);
        }

        public void Render()
        {
            if (target == null) return;
            target.Clear(backgroundColor);
            var planes = GeometryUtility.CalculateFrustumPlanes(this);
            var drawn = FindObjectsOfType<Renderer>()
                .Where(each => each.enabled && (cullingMask & (1 << each.gameObject.layer)) != 0 && GeometryUtility.TestPlanesAABB(planes, each.bounds))
                .OrderByDescending(each => (each.bounds.center - transform.position).magnitude);
            foreach (var renderer in drawn) Fill(renderer);
        }

        private void Fill(Renderer renderer)
        {
            var points = Corners.Of(renderer.bounds).Select(WorldToScreenPoint).Where(each => each.z > nearClipPlane).ToList();
            if (points.Count == 0) return;
            var color = renderer.sharedMaterial == null ? Color.white : renderer.sharedMaterial.color;
            target.Fill(points.Min(each => each.x), points.Min(each => each.y), points.Max(each => each.x), points.Max(each => each.y), color);
        }
    }

    public static class GeometryUtility
    {
        /// <summary>Left, right, down, up, near, far; the normals point inwards.</summary>
        public static Plane[] CalculateFrustumPlanes(Camera camera)
        {
            var place = camera.transform;
            var from = place.position;
            var half = camera.fieldOfView * Mathf.Deg2Rad / 2;
            var wide = Mathf.Atan2(Mathf.Tan(half) * camera.aspect, 1);
            Func<float, float, float, Vector3> turned = (x, y, z) => place.rotation * new Vector3(x, y, z);
            if (camera.orthographic)
            {
                var high = camera.orthographicSize;
                var broad = high * camera.aspect;
                return new[]
                {
                    new Plane(turned(1, 0, 0), from + turned(-broad, 0, 0)), new Plane(turned(-1, 0, 0), from + turned(broad, 0, 0)),
                    new Plane(turned(0, 1, 0), from + turned(0, -high, 0)), new Plane(turned(0, -1, 0), from + turned(0, high, 0)),
                    new Plane(turned(0, 0, 1), from + turned(0, 0, camera.nearClipPlane)), new Plane(turned(0, 0, -1), from + turned(0, 0, camera.farClipPlane)),
                };
            }
            return new[]
            {
                new Plane(turned(Mathf.Cos(wide), 0, Mathf.Sin(wide)), from), new Plane(turned(-Mathf.Cos(wide), 0, Mathf.Sin(wide)), from),
                new Plane(turned(0, Mathf.Cos(half), Mathf.Sin(half)), from), new Plane(turned(0, -Mathf.Cos(half), Mathf.Sin(half)), from),
                new Plane(turned(0, 0, 1), from + turned(0, 0, camera.nearClipPlane)), new Plane(turned(0, 0, -1), from + turned(0, 0, camera.farClipPlane)),
            };
        }
        public static bool TestPlanesAABB(Plane[] planes, Bounds bounds)
        {
            return planes.All(plane => Corners.Of(bounds).Any(corner => plane.GetDistanceToPoint(corner) >= 0));
        }
    }

    public enum FilterMode { Point, Bilinear, Trilinear }
    public enum TextureFormat { RGB24 = 3, RGBA32 = 4 }
    public enum RenderTextureFormat { ARGB32 = 0, Default = 7 }
    public enum RenderTextureReadWrite { Default, Linear, sRGB }

    public class Texture : Object
    {
        public virtual int width { get; set; }
        public virtual int height { get; set; }
    }

    public class RenderTexture : Texture
    {
        internal Color32[] Pixels;
        public static RenderTexture active { get; set; }
        public RenderTexture(int width, int height, int depth)
        {
            this.width = width;
            this.height = height;
            Pixels = new Color32[width * height];
        }
        public static RenderTexture GetTemporary(int width, int height, int depthBuffer) { return new RenderTexture(width, height, depthBuffer); }
        public static void ReleaseTemporary(RenderTexture temp) { }
        public bool Create() { return true; }
        public void Release() { }
        internal void Clear(Color color) { for (var at = 0; at < Pixels.Length; at++) Pixels[at] = color; }
        internal void Fill(float left, float bottom, float right, float top, Color color)
        {
            for (var y = Mathf.Clamp((int)bottom, 0, height); y < Mathf.Clamp(top, 0, height); y++)
                for (var x = Mathf.Clamp((int)left, 0, width); x < Mathf.Clamp(right, 0, width); x++) Pixels[y * width + x] = color;
        }
    }

    public sealed class Texture2D : Texture
    {
        private Color32[] pixels;
        public Texture2D(int width, int height, TextureFormat textureFormat, bool mipChain)
        {
            this.width = width;
            this.height = height;
            pixels = new Color32[width * height];
        }
        public void ReadPixels(Rect source, int destX, int destY)
        {
            var from = RenderTexture.active;
            for (var y = 0; y < source.height; y++)
                for (var x = 0; x < source.width; x++)
                    pixels[(destY + y) * width + destX + x] = from.Pixels[((int)source.y + y) * from.width + (int)source.x + x];
        }
        public void Apply() { }
        public Color32[] GetPixels32() { return pixels; }
        public Color GetPixel(int x, int y) { return pixels[y * width + x]; }
        public void SetPixels32(Color32[] colors) { pixels = colors; }
    }

    public static class ScreenCapture
    {
        public static Texture2D CaptureScreenshotAsTexture()
        {
            var target = new RenderTexture(Screen.width, Screen.height, 24);
            target.Clear(Color.black);
            foreach (var camera in Camera.allCameras.Where(each => each.targetTexture == null).OrderBy(each => each.depth))
            {
                camera.targetTexture = target;
                camera.Render();
                camera.targetTexture = null;
            }
            UI.ShimFlatDraw.Draw(target.Pixels, target.width, target.height);
            var picture = new Texture2D(target.width, target.height, TextureFormat.RGB24, false);
            picture.SetPixels32(target.Pixels);
            return picture;
        }
    }

    public class Graphics
    {
        public static void Blit(Texture source, RenderTexture dest)
        {
            var from = ((Texture2D)source).GetPixels32();
            for (var y = 0; y < dest.height; y++)
                for (var x = 0; x < dest.width; x++)
                    dest.Pixels[y * dest.width + x] = from[y * source.height / dest.height * source.width + x * source.width / dest.width];
        }
    }

    public static class ImageConversion
    {
        public static byte[] EncodeToPNG(this Texture2D tex) { return Worldwire.Shim.Png.Encode(tex.width, tex.height, tex.GetPixels32()); }
        public static byte[] EncodeToJPG(this Texture2D tex, int quality) { throw new NotSupportedException("the shim writes PNG only"); }
    }
}

namespace Worldwire.Shim
{
    internal static class Png
    {
        public static byte[] Encode(int width, int height, UnityEngine.Color32[] pixels)
        {
            var raw = new byte[height * (1 + width * 3)];
            var at = 0;
            for (var y = height - 1; y >= 0; y--)
            {
                at++;
                for (var x = 0; x < width; x++)
                {
                    var pixel = pixels[y * width + x];
                    raw[at++] = pixel.r;
                    raw[at++] = pixel.g;
                    raw[at++] = pixel.b;
                }
            }
            var file = new System.IO.MemoryStream();
            file.Write(new byte[] { 137, 80, 78, 71, 13, 10, 26, 10 }, 0, 8);
            Chunk(file, "IHDR", Header(width, height));
            Chunk(file, "IDAT", Deflate(raw));
            Chunk(file, "IEND", new byte[0]);
            return file.ToArray();
        }

        private static byte[] Header(int width, int height)
        {
            var header = new byte[13];
            Big(header, 0, (uint)width);
            Big(header, 4, (uint)height);
            header[8] = 8;
            header[9] = 2;
            return header;
        }

        private static byte[] Deflate(byte[] raw)
        {
            var packed = new System.IO.MemoryStream();
            packed.WriteByte(0x78);
            packed.WriteByte(0x9c);
            using (var stream = new System.IO.Compression.DeflateStream(packed, System.IO.Compression.CompressionMode.Compress, true)) stream.Write(raw, 0, raw.Length);
            uint a = 1, b = 0;
            foreach (var each in raw)
            {
                a = (a + each) % 65521;
                b = (b + a) % 65521;
            }
            var sum = new byte[4];
            Big(sum, 0, (b << 16) | a);
            packed.Write(sum, 0, 4);
            return packed.ToArray();
        }

        private static void Chunk(System.IO.Stream file, string type, byte[] data)
        {
            var bytes = new byte[data.Length + 12];
            Big(bytes, 0, (uint)data.Length);
            for (var at = 0; at < 4; at++) bytes[4 + at] = (byte)type[at];
            data.CopyTo(bytes, 8);
            uint crc = 0xffffffff;
            for (var at = 4; at < data.Length + 8; at++)
            {
                crc ^= bytes[at];
                for (var bit = 0; bit < 8; bit++) crc = (crc & 1) == 0 ? crc >> 1 : (crc >> 1) ^ 0xedb88320;
            }
            Big(bytes, data.Length + 8, ~crc);
            file.Write(bytes, 0, bytes.Length);
        }

        private static void Big(byte[] bytes, int at, uint value)
        {
            for (var index = 0; index < 4; index++) bytes[at + index] = (byte)(value >> (24 - 8 * index));
        }
    }
}
