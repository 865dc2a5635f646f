import { IconBrandApple, IconBrandWindows } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { DownloadRequest } from '#contract/download-registrant.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { Star } from '#web/shared/ui/star.tsx'
import styles from './simulator.module.css'

/** Loaded when the visitor opens it. */
const DownloadRegistrationDialog = lazy(() => import('#web/site/download/download-registration-dialog.tsx'))
type System = DownloadRequest['platform']
const systems = [
  ['mac', IconBrandApple],
  ['win', IconBrandWindows],
] as const satisfies [System, unknown][]

/** Section with two buttons that open the registration for the simulator download. */
export function SimulatorSection({ version }: { version: string | undefined }) {
  const { t } = useTranslation()
  const [chosen, choose] = useState<System>()
  return (
    <section id="simulator" className={styles.simulator} aria-labelledby="simulator-title">
      <div className={`${page.wide} ${styles.columns}`}>
        <div>
          <h2 id="simulator-title" className={page.title}>
            {t('home.simulator.title')}
          </h2>
          <p className={page.intro}>{t('home.simulator.text')}</p>
          <div className={styles.buttons}>
            {systems.map(([system, Icon]) => (
              <button key={system} type="button" className={page.button} aria-haspopup="dialog" onClick={() => choose(system)}>
                <Icon size={24} stroke={1.7} aria-hidden />
                {t('home.simulator.download', { system: t(system === 'mac' ? 'home.simulator.mac' : 'home.simulator.windows') })}
              </button>
            ))}
          </div>
          {version ? (
            <p className={styles.version}>
              <bdi>{t('home.simulator.version', { version })}</bdi>
            </p>
          ) : null}
        </div>
        <div className={styles.art} aria-hidden="true">
          <Star size={300} lines />
          <Star size={96} core="var(--sun)" />
        </div>
      </div>
      {chosen ? (
        <Suspense fallback={null}>
          <DownloadRegistrationDialog system={chosen} onClose={() => choose(undefined)} />
        </Suspense>
      ) : null}
    </section>
  )
}
