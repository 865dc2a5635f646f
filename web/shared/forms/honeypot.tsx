import hidden from '#web/shared/ui/visually-hidden.module.css'

/** Shows an invisible field that only spam programs fill in. */
export function Honeypot() {
  return <input className={hidden.visuallyHidden} type="text" name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
}
