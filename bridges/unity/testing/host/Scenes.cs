using System;
using UnityEngine;
using UnityEngine.EventSystems;
using UnityEngine.Tilemaps;
using UnityEngine.UI;
using Worldwire.Shim;

namespace Demo
{
    internal static class Build
    {
        public static GameObject Empty(string name, Transform parent, Vector3 at)
        {
            var made = new GameObject(name);
            made.transform.SetParent(parent, false);
            made.transform.localPosition = at;
            return made;
        }

        public static GameObject Box(string name, Transform parent, Vector3 at, Vector3 size, Color color)
        {
            var made = Empty(name, parent, at);
            made.transform.localScale = size;
            made.AddComponent<MeshFilter>().sharedMesh = Mesh.ShimCube();
            made.AddComponent<MeshRenderer>().sharedMaterial = new Material(Shader.Find("Standard")) { color = color };
            made.AddComponent<BoxCollider>();
            return made;
        }
    }

    internal static class Arena
    {
        public static void Register() { Builds.Add("Arena", Fill); }

        private static void Fill()
        {
            var arena = Build.Empty("Arena", null, Vector3.zero).transform;
            var camera = Build.Empty("Camera", arena, new Vector3(0, 2, -10)).AddComponent<Camera>();
            camera.gameObject.tag = "MainCamera";
            camera.gameObject.AddComponent<PhysicsRaycaster>();
            var other = Build.Empty("Side Camera", arena, new Vector3(0, 2, -30)).AddComponent<Camera>();
            other.transform.localEulerAngles = new Vector3(0, 180, 0);
            other.enabled = false;
            Build.Box("Behind", arena, new Vector3(0, 2, -40), Vector3.one * 2, Color.red);
            Build.Box("Floor", arena, new Vector3(0, -0.5f, 0), new Vector3(40, 1, 40), Color.gray);
            var turret = Build.Box("Turret", arena, new Vector3(0, 2, 0), new Vector3(2, 2, 2), Color.blue);
            var health = turret.AddComponent<Health>();
            var barrel = Build.Empty("Barrel", turret.transform, new Vector3(0, 0.5f, 0));
            Build.Empty("Muzzle", barrel.transform, new Vector3(0, 0, 1));
            var crates = Build.Empty("Crates", arena, Vector3.zero).transform;
            for (var number = 1; number <= 6; number++)
            {
                var crate = Build.Box("Crate " + number, crates, new Vector3(number * 2 - 14, number == 6 ? 40 : 0.5f, 5), Vector3.one, Color.green);
                if (number == 6) crate.AddComponent<Rigidbody>();
            }
            var friend = Build.Box("Friend", arena, new Vector3(6, 1, 2), Vector3.one, Color.white).AddComponent<Health>();
            health.friend = friend;
            health.Damaged += new Listener(friend).Hear;
            health.died.AddPersistentForTests(new Action(friend.Stumble));
            Build.Empty("Sun", arena, new Vector3(0, 8, 0)).AddComponent<Light>().intensity = 1;
            Animate(arena);
            ShimGround.Ground = new Bounds(Vector3.zero, new Vector3(20, 0, 20));
            ShimGround.WallX = 0;
            ShimGround.WallEndZ = 8;
            ShimGround.Exists = true;
            Tiles(arena);
        }

        private sealed class Listener
        {
            private readonly Health owner;
            public Listener(Health owner) { this.owner = owner; }
            public void Hear(float amount, string kind) { owner.notes = kind; }
        }

        private static void Animate(Transform arena)
        {
            var flag = Build.Empty("Flag", arena, new Vector3(3, 0, 0)).AddComponent<Animator>();
            flag.runtimeAnimatorController = new RuntimeAnimatorController
            {
                animationClips = new[]
                {
                    new AnimationClip { name = "Wave", length = 2, isLooping = true }, new AnimationClip { name = "Fall", length = 0.5f },
                },
            };
            flag.parameters = new[] { new AnimatorControllerParameter { name = "wind", type = AnimatorControllerParameterType.Float } };
            flag.SetFloat("wind", 1.5f);
        }

        private static void Tiles(Transform arena)
        {
            var map = Build.Empty("Map", arena, new Vector3(0, 0, 30)).AddComponent<Tilemap>();
            var grass = ScriptableObject.CreateInstance<Tile>();
            grass.name = "Grass";
            for (var x = 0; x < 3; x++) map.SetTile(new Vector3Int(x, 1, 0), grass);
        }
    }

    internal static class Menu
    {
        public static void Register() { Builds.Add("Menu", Fill); }

        private static void Fill()
        {
            ShimGround.Clear();
            var menu = new GameObject("Menu").AddComponent<MenuScript>();
            new GameObject("EventSystem").AddComponent<EventSystem>().gameObject.AddComponent<StandaloneInputModule>();
            var canvas = new GameObject("Canvas", typeof(RectTransform));
            canvas.AddComponent<Canvas>();
            canvas.AddComponent<GraphicRaycaster>();
            var panel = Element(canvas.transform, "Panel", 0, 0, 640, 360).AddComponent<Image>();
            panel.color = new Color(0.1f, 0.1f, 0.1f);
            var start = Control<Button>(panel.transform, "Start", 20, 20, 120, 40, "Start game");
            start.onClick.AddPersistentForTests(new Action(menu.Count));
            Control<Button>(panel.transform, "Options", 20, 80, 120, 40, "Options");
            var veil = Element(panel.transform, "Veil", 20, 80, 120, 40).AddComponent<Image>();
            veil.color = Color.gray;
            Control<InputField>(panel.transform, "Name", 200, 20, 200, 40, null);
            Control<Toggle>(panel.transform, "Sound", 200, 80, 100, 30, "Sound").isOn = true;
        }

        private static T Control<T>(Transform parent, string name, float x, float y, float width, float height, string label) where T : Selectable
        {
            var made = Element(parent, name, x, y, width, height);
            made.AddComponent<Image>();
            var control = made.AddComponent<T>();
            if (label != null) Element(made.transform, "Label", 0, 0, width, height).AddComponent<Text>().text = label;
            return control;
        }

        /// <summary>In pixels from the upper left corner of its parent.</summary>
        private static GameObject Element(Transform parent, string name, float x, float y, float width, float height)
        {
            var made = new GameObject(name, typeof(RectTransform));
            var rect = (RectTransform)made.transform;
            rect.SetParent(parent, false);
            rect.anchorMin = rect.anchorMax = rect.pivot = new Vector2(0, 1);
            rect.sizeDelta = new Vector2(width, height);
            rect.anchoredPosition = new Vector2(x, -y);
            return made;
        }
    }
}
