import { lazy, Suspense, useState } from 'react'
import type {
  DownloadRequest,
  SimulatorDownload,
  SimulatorDownloads,
} from '#contract/site/download-registrant.schema.ts'
import { languages } from '#i18n/languages.ts'
import { formatBytes } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconBrandApple, IconBrandWindows } from '#web/shared/ui/icons.ts'
import { LogoStar } from '#web/shared/ui/logo.tsx'
import page from '#web/shared/ui/page.module.css'
import styles from './simulator.module.css'

/** Loaded when the visitor opens it. */
const DownloadRegistrationDialog = lazy(() => import('#web/site/download/download-registration-dialog.tsx'))
type System = DownloadRequest['platform']
const systems = [
  ['mac', IconBrandApple],
  ['win', IconBrandWindows],
] as const satisfies [System, unknown][]

/**
 * Shows a section with two buttons that open the registration for the simulator download. `files` is null
 * when it could not be loaded.
 */
export function SimulatorSection({ files }: { files: SimulatorDownloads | null }) {
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
          <div className={styles.systems}>
            {systems.map(([system, SystemIcon]) => (
              <div key={system}>
                <button
                  type="button"
                  className={files?.[system] === null ? page.ghost : page.button}
                  aria-haspopup="dialog"
                  onClick={() => choose(system)}
                >
                  <SystemIcon size={24} stroke={1.7} aria-hidden />
                  {t(files?.[system] === null ? 'home.simulator.notify' : 'home.simulator.download', {
                    system: t(system === 'mac' ? 'home.simulator.mac' : 'home.simulator.windows'),
                  })}
                </button>
                {files ? <SimulatorFileDetails file={files[system]} /> : null}
              </div>
            ))}
          </div>
        </div>
        <div className={styles.art} aria-hidden="true">
          <LogoStar size={96} core="var(--sun)" />
        </div>
      </div>
      {chosen ? (
        <Suspense fallback={null}>
          <DownloadRegistrationDialog
            system={chosen}
            hasFile={files?.[chosen] !== null}
            onClose={() => choose(undefined)}
          />
        </Suspense>
      ) : null}
    </section>
  )
}

/** Version, size and checksum of a file, as far as they are known, or that there is none yet. */
function SimulatorFileDetails({ file }: { file: SimulatorDownload | null }) {
  const { t } = useTranslation()
  const { locale } = languages[useLang()]
  if (!file) return <p className={styles.details}>{t('home.simulator.notYet')}</p>
  const { version, size, sha256 } = file
  return (
    <>
      {version || size ? (
        <p className={styles.details}>
          {version ? <bdi>{t('home.simulator.version', { version })}</bdi> : null}
          {version && size ? ' · ' : null}
          {size ? <bdi>{formatBytes(size, locale)}</bdi> : null}
        </p>
      ) : null}
      {sha256 ? (
        <details className={styles.details}>
          <summary>{t('home.simulator.checksum')}</summary>
          <code className={styles.checksum} dir="ltr">
            {sha256}
          </code>
        </details>
      ) : null}
    </>
  )
}
