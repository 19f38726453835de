using UnityEngine;

namespace Worldwire
{
    internal static class ViewOperations
    {
        public static void Add(BridgeHost host)
        {
            host.Operations.Add("camera.get", _ => CameraInfo());
            host.Operations.Add("freecam.get", _ => FreeCamera.Info());
            host.Operations.Add("freecam.set", SetFreecam);
            Capture.Add(host);
        }

        private static JsonObject CameraInfo()
        {
            var camera = ViewCamera.Current;
            if (camera == null) return null;
            return new JsonObject
            {
                { "isFreecam", FreeCamera.Active != null }, { "name", camera.name }, { "fov", camera.fieldOfView },
                { "position", ObjectInfo.Vector(camera.transform.position) }, { "rotation", ObjectInfo.Vector(camera.transform.eulerAngles) },
            };
        }

        private static JsonObject SetFreecam(Params given)
        {
            var enabled = given.OptionalFlag("enabled");
            var speed = given.OptionalNumber("speed");
            var position = given.OptionalVector("position");
            var rotation = given.OptionalVector("rotation");
            var before = FreeCamera.Info();
            if (speed != null) FreeCamera.SetSpeed((float)speed.Value);
            if (enabled != null) FreeCamera.SetEnabled(enabled.Value);
            if (position != null || rotation != null) FreeCamera.SetPose(position, rotation);
            return new JsonObject { { "before", before }, { "after", FreeCamera.Info() } };
        }
    }
}
