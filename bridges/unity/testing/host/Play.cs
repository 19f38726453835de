using System;
using UnityEngine;
using UnityEngine.InputSystem;
using Worldwire;
using Worldwire.Shim;

namespace Demo
{
    /// <summary>A scene in which a player moves a runner, and which offers tools.</summary>
    internal static class Play
    {
        public static void Register() { Builds.Add("Play", Fill); }

        private static void Fill()
        {
            var play = Build.Empty("Play", null, Vector3.zero).transform;
            var camera = Build.Empty("Camera", play, new Vector3(0, 2, -10)).AddComponent<Camera>();
            camera.gameObject.tag = "MainCamera";
            Build.Box("Runner", play, new Vector3(0, 1, 0), Vector3.one, Color.red).AddComponent<Runner>();
        }
    }

    /// <summary>Moves while the action "run" is held.</summary>
    public class Runner : MonoBehaviour
    {
        private static InputActionMap map;
        public float speed = 5;
        public int coins;

        private void OnEnable()
        {
            if (map == null)
            {
                map = new InputActionMap("game");
                map.AddAction("run").ShimBind("<Keyboard>/d").ShimBind("<Gamepad>/leftStick/right");
                map.AddAction("jump").ShimBind("<Keyboard>/space").ShimBind("<Gamepad>/buttonSouth");
            }
            map.Enable();
            Bridge.RegisterTool(
                "give_coins", "Gives coins to the runner.",
                "{\"type\":\"object\",\"properties\":{\"count\":{\"type\":\"integer\",\"minimum\":1}},\"required\":[\"count\"],\"additionalProperties\":false}",
                "write", Give);
            Bridge.RegisterResource("run_log", "What the runner did.", "text/plain", () => "the runner has " + coins + " coins");
            Bridge.RegisterEvent("coin_taken", "The runner got coins.");
        }

        private void OnDisable()
        {
            map.Disable();
            Bridge.UnregisterTool("give_coins");
            Bridge.UnregisterResource("run_log");
            Bridge.UnregisterEvent("coin_taken");
        }

        private object Give(JsonObject args)
        {
            coins += Convert.ToInt32(args.Get("count"));
            Bridge.EmitEvent("coin_taken", new JsonObject { { "coins", coins } });
            return "the runner has " + coins + " coins";
        }

        private void Update()
        {
            if (map.actions[0].IsPressed()) transform.Translate(Vector3.right * speed * Time.deltaTime);
        }
    }
}
