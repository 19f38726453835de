using System;
using System.Collections;
using System.Reflection;
using UnityEngine;

namespace Worldwire
{
    /// <summary>
    /// The picture that the player sees, with the interface over it. Unity gives it at the end of a frame only. The module for it need not be in a
    /// project (com.unity.modules.screencapture), so it is found by name.
    /// </summary>
    internal static class ScreenPicture
    {
        /// <summary>A window that is not shown has no end of a frame.</summary>
        private const int MaxFrames = 30;

        private static MethodInfo Shoot
        {
            get
            {
                var type = FoundTypes.Named("UnityEngine.ScreenCapture");
                return type == null ? null : type.GetMethod("CaptureScreenshotAsTexture", Type.EmptyTypes);
            }
        }

        public static bool IsUsable
        {
            get { return Application.isPlaying && !Application.isBatchMode && BridgeBehaviour.Current != null && Shoot != null; }
        }

        /// <summary>Calls `then` with the picture, or with null if there is none. The caller destroys it.</summary>
        public static void Take(BridgeHost host, Action<Texture2D> then)
        {
            Texture2D shot = null;
            var ended = false;
            BridgeBehaviour.Current.StartCoroutine(AtEnd(() =>
            {
                // The caller did not wait any longer.
                if (ended) return;
                ended = true;
                shot = (Texture2D)Shoot.Invoke(null, null);
            }));
            var last = Time.frameCount + MaxFrames;
            host.EachFrame(() =>
            {
                if (!ended && Time.frameCount < last) return false;
                ended = true;
                then(shot);
                return true;
            });
        }

        private static IEnumerator AtEnd(Action action)
        {
            yield return new WaitForEndOfFrame();
            action();
        }

        /// <summary>The picture in another size, as PNG.</summary>
        public static byte[] Scaled(Texture2D shot, int width, int height)
        {
            var target = RenderTexture.GetTemporary(width, height, 0);
            try
            {
                Graphics.Blit(shot, target);
                return Capture.Encode(target);
            }
            finally
            {
                RenderTexture.ReleaseTemporary(target);
            }
        }
    }
}
