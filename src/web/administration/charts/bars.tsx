import { colourOf, type Series } from './series.ts';

interface BarsProps {
  /** A description of the bars, for people who cannot see them. */
  readonly label: string;
  readonly series: readonly Series[];
  readonly slots: number;
  /** The value at the upper edge. */
  readonly top: number;
  readonly pointed?: number | null;
  readonly onPoint?: (event: PointerEvent) => void;
  readonly onLeave?: () => void;
}

/** The drawing alone: one slot for each place, its values stacked. */
export function Bars({ label, series, slots, top, pointed = null, onPoint, onLeave }: BarsProps) {
  return (
    <svg
      class="chart-plot"
      viewBox={`0 0 ${slots} 100`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      onPointerMove={onPoint}
      onPointerLeave={onLeave}
    >
      <path class="chart-lines" d={`M0 0H${slots}M0 50H${slots}M0 100H${slots}`} />
      {Array.from({ length: slots }, (_, slot) => (
        <g key={slot} class={slot === pointed ? 'chart-slot pointed' : 'chart-slot'}>
          {stack(series, slot, top).map(({ from, height, colour }, position) => (
            <rect
              key={position}
              class={colour}
              x={slot + 0.14}
              width={0.72}
              y={100 - from - height}
              height={height}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}

/** Where each value of a slot begins, and how high it is, in percent of the plot. */
function stack(series: readonly Series[], slot: number, top: number) {
  let from = 0;
  return series.map((each, position) => {
    const height = ((each.values[slot] ?? 0) / top) * 100;
    const begin = from;
    from += height;
    return { from: begin, height, colour: colourOf(each, position) };
  });
}
