import styles from './field.module.css'

type Props<V extends string> = { label: string; name: string; options: readonly { value: V; label: string }[]; defaultValue: V }

/** Shows a group of radio buttons. */
export function RadioGroup<V extends string>({ label, name, options, defaultValue }: Props<V>) {
  return (
    <fieldset className={styles.radioGroup}>
      <legend className={styles.label}>{label}</legend>
      {options.map(({ value, label }) => (
        <label key={value} className={styles.radio}>
          <input type="radio" name={name} value={value} defaultChecked={value === defaultValue} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
