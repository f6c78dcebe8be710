import uPlot from 'uplot';
import type { Format } from '../format/format.ts';

/** A time in which an alert was open, in seconds since 1970. */
export interface Band {
  from: number;
  to: number;
}

interface PlotSettings {
  width: number;
  height: number;
  from: number;
  to: number;
  bands: readonly Band[];
  format: Format;
  /** Where the colours come from. */
  style: CSSStyleDeclaration;
  onPoint: (index: number | null) => void;
}

const daySeconds = 86_400;

/** Fills the bands, and marks what had no answer on the time axis. */
function backgroundOf(bands: readonly Band[], color: string): uPlot.Plugin {
  return {
    hooks: {
      drawClear: (plot) => {
        const { ctx, bbox } = plot;
        ctx.save();
        ctx.fillStyle = color;
        for (const { from, to } of bands) {
          const left = Math.max(bbox.left, plot.valToPos(from, 'x', true));
          const right = Math.min(bbox.left + bbox.width, plot.valToPos(to, 'x', true));
          // A short alert must still be seen.
          if (right >= left) ctx.fillRect(left, bbox.top, Math.max(2 * devicePixelRatio, right - left), bbox.height);
        }
        ctx.restore();
      },
    },
  };
}

function missesOf(color: string): uPlot.Plugin {
  return {
    hooks: {
      draw: (plot) => {
        const { ctx, bbox, data } = plot;
        const [times, values] = data;
        if (!values) return;
        ctx.save();
        ctx.fillStyle = color;
        times.forEach((time, index) => {
          if (values[index] !== null) return;
          ctx.fillRect(
            plot.valToPos(time, 'x', true) - devicePixelRatio,
            bbox.top + bbox.height - 5 * devicePixelRatio,
            2 * devicePixelRatio,
            5 * devicePixelRatio,
          );
        });
        ctx.restore();
      },
    },
  };
}

export function plotOptions({ width, height, from, to, bands, format, style, onPoint }: PlotSettings): uPlot.Options {
  const color = (name: string): string => style.getPropertyValue(`--cairn-${name}`).trim();
  const [accent, line, quiet, bad, badSoft] = [
    color('accent'),
    color('line'),
    color('quiet'),
    color('bad'),
    color('bad-soft'),
  ];
  const font = `12px ${style.fontFamily}`;
  const axis = { stroke: quiet, font, grid: { stroke: line, width: 1 }, ticks: { show: false } };
  const timeWords = (seconds: number): string =>
    to - from > 2 * daySeconds
      ? format.date(seconds * 1000).replace(/,? \d{4}$/, '')
      : format.time(seconds * 1000, to - from < 900 ? 'second' : 'minute');
  return {
    width,
    height,
    padding: [12, 12, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 8, fill: accent } },
    scales: {
      x: { time: true, range: () => [from, to] },
      y: { range: (_, __, most) => [0, Math.max(10, (most ?? 0) * 1.15)] },
    },
    axes: [
      { ...axis, space: 72, size: 32, values: (_, splits) => splits.map(timeWords) },
      { ...axis, size: 68, values: (_, splits) => splits.map((value) => format.milliseconds(value)) },
    ],
    series: [
      {},
      {
        stroke: accent,
        width: 1.5,
        spanGaps: false,
        points: { show: (plot) => plot.data[0].length < 40, size: 4, fill: accent },
      },
      { stroke: `color-mix(in srgb, ${accent} 35%, transparent)`, width: 1, spanGaps: false, points: { show: false } },
    ],
    hooks: { setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)] },
    plugins: [backgroundOf(bands, badSoft), missesOf(bad)],
  };
}
