import { logo } from '#contract/logo.ts'
import styles from './feature-art.module.css'

export type Feature = 'missions' | 'customization' | 'leaderboards' | 'rewards'

const place = (x: number, y: number, size: number, turn = 0) =>
  `translate(${x} ${y}) scale(${size / 64}) rotate(${turn}) translate(-32 -32)`

/** Shows the drawing of a field that changes every round. */
const Missions = () => (
  <>
    {[112, 82, 54].map((size, ring) => (
      <path key={size} className={styles.line} transform={place(160, 70, size, ring * 15)} d={logo.outline} />
    ))}
    <circle className={styles.sun} cx="160" cy="70" r="7" />
  </>
)

/** Shows the drawing of a robot with selectable parts; selected parts are highlighted. */
const Customization = () => (
  <>
    <g transform={place(160, 70, 116)}>
      <path className={styles.line} d={logo.outline} />
      <path className={styles.line} d={logo.traces} />
      <path className={styles.quiet} d={logo.pads} />
    </g>
    {[
      [43.46, 36.75],
      [27.25, 43.46],
      [20.54, 27.25],
    ].map(([x, y]) => (
      <circle key={x} className={styles.sun} cx={160 + (((x ?? 0) - 32) * 116) / 64} cy={70 + (((y ?? 0) - 32) * 116) / 64} r="8" />
    ))}
    <circle className={styles.oasis} cx="160" cy="70" r="9" />
  </>
)

/** Shows the drawing of a podium with three stars. */
const Leaderboards = () => (
  <>
    {(
      [
        ['second', 98, 78],
        ['first', 160, 52],
        ['third', 222, 94],
      ] as const
    ).map(([rank, x, y]) => (
      <g key={rank}>
        <path className={styles.step} d={`M${x - 24} 140V${y + 26}h48V140Z`} />
        <path className={styles[rank]} transform={place(x, y, 36)} d={logo.badge} />
      </g>
    ))}
  </>
)

/** Shows the drawing of a path of growing stars; the last one is gold. */
const Rewards = () => (
  <>
    <path className={styles.line} d="M52 104L108 88L176 74L226 64" />
    <path className={styles.quiet} transform={place(52, 104, 22)} d={logo.badge} />
    <path className={styles.oasis} transform={place(108, 88, 34)} d={logo.badge} />
    <path className={styles.oasis} transform={place(176, 74, 50)} d={logo.badge} />
    <path className={styles.sun} transform={place(252, 58, 74)} d={logo.star} fillRule="evenodd" />
  </>
)

const arts = { missions: Missions, customization: Customization, leaderboards: Leaderboards, rewards: Rewards }

/** Shows the decorative drawing of a feature, made of the star of the logo. */
export function FeatureArt({ feature }: { feature: Feature }) {
  const Art = arts[feature]
  return (
    <div className={styles.art} aria-hidden="true">
      <svg aria-hidden="true" viewBox="0 0 320 140" className={feature === 'rewards' ? styles.onward : undefined} focusable="false">
        <Art />
      </svg>
    </div>
  )
}
