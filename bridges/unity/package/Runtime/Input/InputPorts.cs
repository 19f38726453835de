using System.Collections.Generic;
using UnityEngine;

namespace Worldwire
{
    /// <summary>An action of the game's own input map.</summary>
    internal sealed class GameAction
    {
        public string Name;
        /// <summary>Labels of what triggers it, such as "key Space". Other bindings are given as the engine names them.</summary>
        public readonly List<string> Bindings = new List<string>();
    }

    /// <summary>An input of the engine that scripts read: the Input System, or the old input.</summary>
    internal interface IInputDevices
    {
        string Name { get; }

        /// <summary>Whether scripts that read it receive what input.send plays.</summary>
        bool Sends { get; }

        /// <summary>Whether it can play a kind of step: "pad", "axis" or "touch".</summary>
        bool Has(string kind);

        /// <summary>Before the first step of a sequence.</summary>
        void Begin();

        /// <summary>A label was pressed or released.</summary>
        void Press(string label, bool pressed);

        void MovePointer(Vector2 place, Vector2 by);

        void Scroll(Vector2 by);

        void Axis(string axis, float value);

        void Touch(Finger finger, string phase);

        void Text(string text);

        void AddActions(List<GameAction> actions);

        /// <summary>Adds what people have pressed and released in this frame, as labels. Called only while input is recorded.</summary>
        void Poll(List<string> pressed, List<string> released, ref Vector2? pointer);

        /// <summary>Puts back what Begin has changed. Everything has been released before.</summary>
        void End();
    }

    /// <summary>The user interface of the game (uGUI).</summary>
    internal interface IUserInterface
    {
        /// <summary>Before the first step of a sequence. Null, or why the pointer cannot reach the interface.</summary>
        string Begin();

        /// <summary>The control that would get a click at a place, in pixels from the lower left corner; null if there is none.</summary>
        GameObject TargetAt(Vector2 place);

        /// <summary>The control with the focus; null if there is none.</summary>
        GameObject Focused { get; }

        /// <summary>Types into the control with the focus. Whether it took the text.</summary>
        bool Type(string text);

        /// <summary>A key for the text field with the focus. Whether it took the key.</summary>
        bool Edit(KeyEntry key, bool shift);

        void End();
    }

    /// <summary>What this game has. Other assemblies add theirs.</summary>
    internal static class InputPorts
    {
        public static readonly List<IInputDevices> Devices = new List<IInputDevices>();
        public static IUserInterface Interface;
        public static readonly InputState State = new InputState();
    }
}
