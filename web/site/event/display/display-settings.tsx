import { useId } from 'react'
import { localizePath, useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconSettings } from '#web/shared/ui/icons.ts'
import { type DisplayOptions, displayChoices } from './display-options.ts'
import styles from './display-settings.module.css'

type Props = {
  options: DisplayOptions
  onChange: (options: DisplayOptions) => void
  isTurning: boolean
  onTurn: (isTurning: boolean) => void
}

/** Shows the small panel with the settings of the display, which its address keeps. */
export function DisplaySettingsPanel({ options, onChange, isTurning, onTurn }: Props) {
  const { t } = useTranslation()
  const { lang } = useRootData()
  const id = useId()
  const setLanguage = (value: string) => {
    const languages = value === 'both' ? 'both' : 'page'
    // the language of the page changes with a full load only
    if (value === 'both' || value === lang) return onChange({ ...options, languages })
    const address = new URL(window.location.href)
    address.searchParams.delete('languages')
    window.location.assign(localizePath(`${address.pathname}${address.search}`, value === 'ar' ? 'ar' : 'en'))
  }
  return (
    <details className={styles.settings}>
      <summary aria-label={t('display.settings.open')}>
        <IconSettings size={22} />
      </summary>
      <div className={styles.panel}>
        <label htmlFor={`${id}language`}>{t('display.settings.language')}</label>
        <select
          id={`${id}language`}
          value={options.languages === 'both' ? 'both' : lang}
          onChange={(event) => setLanguage(event.currentTarget.value)}
        >
          {(['en', 'ar', 'both'] as const).map((each) => (
            <option key={each} value={each}>
              {t(`display.settings.languages.${each}`)}
            </option>
          ))}
        </select>
        <label htmlFor={`${id}scheme`}>{t('display.settings.scheme')}</label>
        <select
          id={`${id}scheme`}
          value={options.scheme}
          onChange={(event) =>
            onChange({ ...options, scheme: event.currentTarget.value as DisplayOptions['scheme'] })
          }
        >
          {(['auto', 'light', 'dark'] as const).map((each) => (
            <option key={each} value={each}>
              {t(`display.settings.schemes.${each}`)}
            </option>
          ))}
        </select>
        {(['rows', 'top', 'seconds'] as const).map((name) => (
          <div key={name} className={styles.choice}>
            <label htmlFor={`${id}${name}`}>{t(`display.settings.${name}`)}</label>
            <select
              id={`${id}${name}`}
              value={options[name]}
              onChange={(event) => onChange({ ...options, [name]: Number(event.currentTarget.value) })}
            >
              {[...new Set([...displayChoices[name], options[name]])]
                .sort((a, b) => a - b)
                .map((value) => (
                  <option key={value} value={value}>
                    {value}
                  </option>
                ))}
            </select>
          </div>
        ))}
        {(['clock', 'partners', 'sound'] as const).map((name) => (
          <label key={name} className={styles.check}>
            <input
              type="checkbox"
              checked={options[name]}
              onChange={(event) => onChange({ ...options, [name]: event.currentTarget.checked })}
            />
            {t(`display.settings.${name}`)}
          </label>
        ))}
        <button type="button" onClick={() => onTurn(!isTurning)}>
          {t(isTurning ? 'display.settings.pause' : 'display.settings.play')}
        </button>
        <button
          type="button"
          onClick={() => void document.documentElement.requestFullscreen().catch(() => {})}
        >
          {t('display.settings.fullScreen')}
        </button>
        <p>{t('display.settings.hint')}</p>
      </div>
    </details>
  )
}
