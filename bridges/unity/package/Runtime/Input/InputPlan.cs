namespace Worldwire
{
    /// <summary>Frames, or milliseconds of real time.</summary>
    internal struct InputSpan
    {
        public int Frames;
        public double Ms;
        public bool InFrames;

        /// <summary>About how long it takes, at 60 frames in a second.</summary>
        public double AboutMs
        {
            get { return InFrames ? Frames * 1000.0 / 60 : Ms; }
        }
    }

    /// <summary>One step of input.send that is valid, and what became of it.</summary>
    internal sealed class PlannedStep
    {
        public string Kind;
        public string Phase = "tap";
        public InputSpan Hold = new InputSpan { Frames = 1, InFrames = true };
        public InputSpan? At;
        /// <summary>Of a key, a button, a pad button: what is pressed, such as "key KeyW".</summary>
        public string Label;
        public string Action;
        public string Text;
        public string Axis;
        public double Value;
        public double X, Y;
        public bool HasPlace;
        public bool Normalized;
        public bool Relative;
        public int Finger;
        public int Count = 1;
        public JsonObject Source;

        /// <summary>The frame in which the game sees it; -1 before.</summary>
        public int Frame = -1;
        /// <summary>The frame in which the game sees its end; -1 before.</summary>
        public int EndFrame = -1;
        public double BeganMs;
        public JsonObject Receipt;
    }
}
