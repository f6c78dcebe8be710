import uPlot from 'uplot';
import type { Format } from '#screens/shared/format.ts';
import { bandColors, type Band } from './bands.ts';

/** Settings of both plots of a monitor. Times in seconds since 1970. */
export interface PlotSettings {
  width: number;
  /** Seconds that a point covers; the maximum width of a bar. */
  period: number;
  from: number;
  to: number;
  bands: readonly Band[];
  /** Times of failed checks, with or without a response. */
  missed: readonly number[];
  format: Format;
  /** Source of the colours. */
  style: CSSStyleDeclaration;
  /** Plots with the same key share their crosshair. */
  syncKey: string;
  /** Receives the point and time under the pointer; undefined when the pointer is elsewhere. */
  onPoint: (point: { index: number; left: number; at: number } | undefined) => void;
  /** Called after the user drags a time span. */
  onZoom: (from: number, to: number) => void;
}

/** Pixels for the left axis, and on the right for half a label. */
export const axisWidth = 68;
const rightRoom = 32;
export const heights = { response: 220, availability: 116, share: 140 } as const;
const daySeconds = 86_400;
/** Minimum width of a bar: one check in a day's plot would be narrower than a pixel. */
const narrowestBar = 3;
/** Shorter drags count as clicks. */
const shortestDrag = 8;

type Colors = (name: string) => string;

const follows = (type: string): boolean => type === 'mousemove' || type === 'mouseleave';

function colorsIn(style: CSSStyleDeclaration): Colors {
  return (name) => style.getPropertyValue(`--cairn-${name}`).trim();
}

/** Fills the bands behind the series, with a line at each start. */
function backgroundOf(bands: readonly Band[], color: Colors): uPlot.Plugin {
  return {
    hooks: {
      drawClear: (plot) => {
        const { ctx, bbox } = plot;
        ctx.save();
        for (const { kind, from, to } of bands) {
          const { ground, edge } = bandColors[kind];
          const begin = plot.valToPos(from, 'x', true);
          const left = Math.max(bbox.left, begin);
          const right = Math.min(bbox.left + bbox.width, plot.valToPos(to, 'x', true));
          if (right < left) continue;
          ctx.fillStyle = color(ground);
          // Keep short bands visible.
          ctx.fillRect(left, bbox.top, Math.max(2 * devicePixelRatio, right - left), bbox.height);
          ctx.fillStyle = color(edge);
          if (begin >= bbox.left) ctx.fillRect(left, bbox.top, devicePixelRatio, bbox.height);
        }
        ctx.restore();
      },
    },
  };
}

/** Bars cover the bands behind them, so draw each band again as a strip on top. */
function stripsOf(bands: readonly Band[], color: Colors): uPlot.Plugin {
  return {
    hooks: {
      draw: (plot) => {
        const { ctx, bbox } = plot;
        ctx.save();
        for (const { kind, from, to } of bands) {
          const left = Math.max(bbox.left, plot.valToPos(from, 'x', true));
          const right = Math.min(bbox.left + bbox.width, plot.valToPos(to, 'x', true));
          if (right < left) continue;
          ctx.fillStyle = color(bandColors[kind].edge);
          ctx.fillRect(left, bbox.top, Math.max(2 * devicePixelRatio, right - left), 4 * devicePixelRatio);
        }
        ctx.restore();
      },
    },
  };
}

function missesOf(missed: readonly number[], color: Colors): uPlot.Plugin {
  return {
    hooks: {
      draw: (plot) => {
        const { ctx, bbox } = plot;
        const size = 5 * devicePixelRatio;
        ctx.save();
        ctx.fillStyle = color('bad');
        for (const time of missed)
          ctx.fillRect(
            plot.valToPos(time, 'x', true) - devicePixelRatio,
            bbox.top + bbox.height - size,
            2 * devicePixelRatio,
            size,
          );
        ctx.restore();
      },
    },
  };
}

function sharedOptions({ width, from, to, bands, format, style, syncKey, onPoint, onZoom }: PlotSettings) {
  const color = colorsIn(style);
  const axis = {
    stroke: color('quiet'),
    font: `12px ${style.fontFamily}`,
    grid: { stroke: color('line'), width: 1 },
    ticks: { show: false },
  };
  const timeWords = (seconds: number): string =>
    to - from > 2 * daySeconds
      ? format.date(seconds * 1000).replace(/,? \d{4}$/, '')
      : format.time(seconds * 1000, to - from < 900 ? 'second' : 'minute');
  const times: uPlot.Axis = { ...axis, space: 72, size: 28, values: (_, splits) => splits.map(timeWords) };
  const values: uPlot.Axis = { ...axis, size: axisWidth };
  const options = {
    width,
    padding: [8, rightRoom, 0, 0] as uPlot.Padding,
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false },
      // Synchronize only the crosshair with the other plot, not drags.
      sync: { key: syncKey, setSeries: false, filters: { pub: follows, sub: follows } },
      bind: { dblclick: () => null },
    } satisfies uPlot.Cursor,
    hooks: {
      setCursor: [
        (plot: uPlot) => {
          const { idx, left = -1 } = plot.cursor;
          onPoint(
            typeof idx === 'number' && left >= 0 ? { index: idx, left, at: plot.posToVal(left, 'x') } : undefined,
          );
        },
      ],
      setSelect: [
        (plot: uPlot) => {
          const { left, width: wide } = plot.select;
          plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
          if (wide >= shortestDrag)
            onZoom(Math.round(plot.posToVal(left, 'x')), Math.round(plot.posToVal(left + wide, 'x')));
        },
      ],
    },
  };
  return { color, times, values, options, background: backgroundOf(bands, color) };
}

/** Scales the axis to the slowest response: on a fixed axis to 1 ms, 0.04 ms would be a flat line. */
export function responseTop(most: number | null | undefined): number {
  return most ? most * 1.15 : 1;
}

/** Response times: average as a line, slowest as a thinner line; a check without a response is a gap, and a failed one has a mark. */
export function responseOptions(settings: PlotSettings): uPlot.Options {
  const { from, to, format, missed } = settings;
  const { color, times, values, options, background } = sharedOptions(settings);
  const accent = color('accent');
  return {
    ...options,
    height: heights.response,
    cursor: { ...options.cursor, points: { size: 8, fill: accent } },
    scales: {
      x: { time: true, range: () => [from, to] },
      y: { range: (_, __, most) => [0, responseTop(most)] },
    },
    axes: [
      { ...times, size: 8, values: (_, splits) => splits.map(() => '') },
      { ...values, values: (_, splits) => splits.map((value) => format.milliseconds(value)) },
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
    plugins: [background, missesOf(missed, color)],
  };
}

/** Availability from 0 to 1, one bar per point; no bar without checks. */
export function availabilityOptions(settings: PlotSettings): uPlot.Options {
  const { from, to, width, period, format } = settings;
  const { color, times, values, options, background } = sharedOptions(settings);
  // Bars are as wide as the period of a point and may overlap; `sharesUp` gives overlapping bars the same height.
  const wide = ((width - axisWidth - rightRoom) * period) / (to - from);
  const bars = uPlot.paths.bars?.({ size: [1, Math.max(narrowestBar, wide), Math.max(1, wide)], gap: 0 });
  // Paler than the line, but opaque.
  const bar = (name: string): uPlot.Series => ({
    fill: `color-mix(in srgb, ${color(name)} 65%, ${color('surface')})`,
    width: 0,
    points: { show: false },
    ...(bars && { paths: bars }),
  });
  return {
    ...options,
    height: heights.availability,
    cursor: { ...options.cursor, points: { show: false } },
    scales: { x: { time: true, range: () => [from, to] }, y: { range: () => [0, 1] } },
    axes: [
      times,
      { ...values, splits: () => [0, 0.5, 1], values: (_, splits) => splits.map((share) => format.percent(share)) },
    ],
    // Draw "up" over "down", so that the uncovered part above it shows the downtime.
    series: [{}, bar('bad'), bar('good')],
    plugins: [background, stripsOf(settings.bands, color)],
  };
}

type ShareSettings = Omit<PlotSettings, 'period' | 'bands' | 'missed' | 'onZoom'>;

/** A share from 0 to 1: average as a line, maximum as a thinner line. */
export function shareOptions(settings: ShareSettings): uPlot.Options {
  const { from, to, format } = settings;
  const { color, times, values, options } = sharedOptions({
    ...settings,
    period: 0,
    bands: [],
    missed: [],
    onZoom: () => undefined,
  });
  const accent = color('accent');
  return {
    ...options,
    height: heights.share,
    cursor: { ...options.cursor, drag: { x: false, y: false }, points: { size: 8, fill: accent } },
    scales: { x: { time: true, range: () => [from, to] }, y: { range: () => [0, 1] } },
    axes: [
      times,
      { ...values, splits: () => [0, 0.5, 1], values: (_, splits) => splits.map((share) => format.percent(share)) },
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
  };
}
