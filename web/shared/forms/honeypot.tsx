import hidden from '#web/shared/ui/visually-hidden.module.css'

/** A field that people do not see and that programs fill in. */
export function Honeypot() {
  return <input className={hidden.visuallyHidden} type="text" name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
}
