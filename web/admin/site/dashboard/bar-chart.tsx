import { Bdi } from '#web/shared/ui/bdi.tsx'
import styles from './bar-chart.module.css'

type Row = Record<string, string | number>
export type BarChartProps = {
  /** The key of a bar's name, and the heading of its column in a table. */
  by: { key: string; label: string }
  /** What the parts of a bar mean; `color` is a CSS colour. */
  series: { key: string; label: string; color: string }[]
  rows: Row[]
  format: (value: number) => string
}

const sumParts = ({ series }: BarChartProps, row: Row): number =>
  series.reduce((sum, { key }) => sum + Number(row[key]), 0)
const findHighestSum = (chart: BarChartProps): number =>
  Math.max(1, ...chart.rows.map((row) => sumParts(chart, row)))

/** The most labels that a wide axis of columns has; a narrow one has every second of them. */
const maxLabels = 6
/** The most steps between the lines of a chart. */
const maxSteps = 4

/** Lists the values of the lines of a chart, from 0 to at least `highest`: whole numbers at round distances. */
export const listScaleValues = (highest: number): number[] => {
  const power = 10 ** Math.floor(Math.log10(highest / maxSteps))
  const distance = [1, 2, 5, 10]
    .map((factor) => factor * power)
    .find((candidate) => candidate >= 1 && candidate * maxSteps >= highest)
  const step = distance ?? 1
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, line) => line * step)
}

/** Shows what the colours of the parts mean. */
function Legend({ series }: Pick<BarChartProps, 'series'>) {
  return (
    <div className={styles.legend}>
      {series.map(({ key, label, color }) => (
        <span key={key} className={styles.entry}>
          <span className={styles.mark} style={{ background: color }} />
          {label}
        </span>
      ))}
    </div>
  )
}

/**
 * Shows rows as columns in the direction of the text, each with its parts on top of each other. The values of a
 * column appear below the pointer; a table has to be beside this chart, because screen readers skip it.
 */
export function ColumnChart(chart: BarChartProps) {
  const { by, series, rows, format } = chart
  const scale = listScaleValues(findHighestSum(chart))
  const top = scale.at(-1) ?? 1
  const labelDistance = Math.ceil(rows.length / maxLabels)
  const labelled = rows.flatMap((row, at) =>
    at % labelDistance === Math.floor(labelDistance / 2) ? [{ name: row[by.key], at }] : [],
  )
  return (
    <div aria-hidden="true">
      <Legend series={series} />
      <div className={styles.columnChart}>
        <div className={styles.scale}>
          {scale.map((value) => (
            <span key={value}>{format(value)}</span>
          ))}
        </div>
        <div className={styles.columns}>
          <div className={styles.lines}>
            {scale.map((value) => (
              <span key={value} />
            ))}
          </div>
          {rows.map((row, at) => (
            <div key={row[by.key]} className={styles.column} data-after-middle={at >= rows.length / 2}>
              {series.map(({ key, color }) => (
                <div
                  key={key}
                  className={styles.part}
                  style={{ background: color, blockSize: `${(Number(row[key]) / top) * 100}%` }}
                />
              ))}
              <div className={styles.values}>
                <Bdi>{row[by.key]}</Bdi>
                {series.map(({ key, label, color }) => (
                  <span key={key} className={styles.entry}>
                    <span className={styles.mark} style={{ background: color }} />
                    {label} <span className={styles.value}>{format(Number(row[key]))}</span>
                  </span>
                ))}
              </div>
            </div>
          ))}
        </div>
        <div className={styles.labels}>
          {labelled.map(({ name, at }) => (
            <span key={name} style={{ insetInlineStart: `${((at + 0.5) / rows.length) * 100}%` }}>
              <Bdi>{name}</Bdi>
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}

/** Shows rows below each other, for long names: the name, a bar with its parts, and the number. */
export function BarList(chart: BarChartProps) {
  const { by, series, rows, format } = chart
  const highest = findHighestSum(chart)
  return (
    <ul className={styles.bars}>
      {rows.map((row) => (
        <li key={row[by.key]} className={styles.row}>
          <span className={styles.name}>
            <Bdi>{row[by.key]}</Bdi>
          </span>
          <span className={styles.bar}>
            {series.map(({ key, color }) => (
              <span
                key={key}
                style={{ background: color, inlineSize: `${(Number(row[key]) / highest) * 100}%` }}
              />
            ))}
          </span>
          <span className={styles.value}>{format(sumParts(chart, row))}</span>
        </li>
      ))}
    </ul>
  )
}
