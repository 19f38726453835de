import type { Blueprint } from '../model/blueprint.js';
import { mainCamera, type Triple } from './pieces.js';

type Pair = readonly [number, number];
const UI_LAYER = 5;

/** A canvas of 1920 by 1080 units with overlapping panels, buttons and texts. */
export function menu(): readonly Blueprint[] {
  return [
    mainCamera([0, 1, -10], [0, 0, 0]),
    { name: 'EventSystem', components: [{ type: 'UnityEngine.EventSystems.EventSystem' }] },
    {
      name: 'Canvas',
      layer: UI_LAYER,
      components: [{ type: 'UnityEngine.Canvas' }],
      children: [
        image('Backdrop', { stretch: true }, [0.05, 0.05, 0.1]),
        text('Title', 'Worldwire', { at: [0, 380], size: [900, 140] }, 96),
        {
          ...image('Main Panel', { at: [0, -40], size: [640, 560] }, [0.15, 0.15, 0.25]),
          children: [
            button('Start Button', 'Start', [0, 160]),
            button('Options Button', 'Options', [0, 0]),
            button('Quit Button', 'Quit', [0, -160]),
          ],
        },
        { ...optionsPanel(), active: false },
        image('Badge', { at: [300, 220], size: [160, 160] }, [0.9, 0.7, 0.1]),
        field('Name Field', { at: [-640, 200], size: [480, 100] }),
        text('Version', 'version 0.1.0', { at: [820, -500], size: [240, 40] }, 18, false),
      ],
    },
  ];
}

function optionsPanel(): Blueprint {
  return {
    ...image('Options Panel', { at: [0, -40], size: [700, 600] }, [0.2, 0.2, 0.3]),
    children: [
      text('Options Title', 'Options', { at: [0, 240], size: [400, 80] }, 48),
      control('Sound Toggle', 'UnityEngine.UI.Toggle', { at: [0, 120], size: [100, 100] }),
      control('Volume Slider', 'UnityEngine.UI.Slider', { at: [0, -40], size: [500, 60] }, { maxValue: 100 }),
      button('Back Button', 'Back', [0, -220]),
    ],
  };
}

interface Place {
  readonly at?: Pair;
  readonly size?: Pair;
  /** Fills its parent. */
  readonly stretch?: boolean;
}

function image(name: string, place: Place, color: Triple): Blueprint {
  return { name, components: [rectangle(place), { type: 'UnityEngine.UI.Image', members: { color } }] };
}

function text(name: string, words: string, place: Place, fontSize: number, raycastTarget = true): Blueprint {
  const members = { text: words, fontSize, raycastTarget };
  return { name, components: [rectangle(place), { type: 'UnityEngine.UI.Text', members }] };
}

function button(name: string, label: string, at: Pair): Blueprint {
  return {
    ...control(name, 'UnityEngine.UI.Button', { at, size: [420, 120] }, {}, [0.3, 0.4, 0.7]),
    children: [text('Label', label, { stretch: true }, 40)],
  };
}

function field(name: string, place: Place): Blueprint {
  return control(name, 'UnityEngine.UI.InputField', place);
}

/** A rectangle with a component that a player uses. */
function control(
  name: string,
  type: string,
  place: Place,
  members: Record<string, unknown> = {},
  color: Triple = [0.25, 0.25, 0.35],
): Blueprint {
  const face = image(name, place, color);
  return { ...face, components: [...(face.components ?? []), { type, members }] };
}

function rectangle({ at = [0, 0], size = [0, 0], stretch = false }: Place) {
  return {
    type: 'UnityEngine.RectTransform',
    members: {
      ...(stretch ? { anchorMin: [0, 0], anchorMax: [1, 1] } : {}),
      sizeDelta: size,
      anchoredPosition: at,
    },
  };
}
