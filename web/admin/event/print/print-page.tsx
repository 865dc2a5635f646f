import { ActionIcon, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useDeferredValue } from 'react'
import { Link, useSearchParams } from 'react-router'
import { countPrintParts, printLimits } from '#contract/event/print.ts'
import {
  type PrintedSelection,
  StartPrintFileTaskButton,
} from '#web/admin/event/print-files/print-file-button.tsx'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconChevronLeft, IconChevronRight, IconPrinter } from '#web/shared/ui/icons.ts'
import styles from './print.module.css'

/** The URL of a page that prints has the choice of the document, and `part`, which of its parts is shown. */
export type PrintChoice<Key extends string> = Partial<Record<Key | 'part', string>>

/** Reads the choice of a document from a URL. */
export const readPrintChoice = <Key extends string>(url: string, keys: readonly Key[]): PrintChoice<Key> => {
  const { searchParams } = new URL(url, 'http://localhost')
  return Object.fromEntries(
    [...keys, 'part'].flatMap((key) => {
      const value = searchParams.get(key)
      return value ? [[key, value]] : []
    }),
  ) as PrintChoice<Key>
}

/** Returns a function that changes the choice in the URL; a change of another value shows the first part. */
export const usePrintChoiceSetter = () => {
  const [, setAddress] = useSearchParams()
  return (changed: Record<string, string | number | null | undefined>) =>
    setAddress(
      (before) => {
        before.delete('part')
        for (const [name, value] of Object.entries(changed)) {
          if (value === null || value === undefined || value === '') before.delete(name)
          else before.set(name, String(value))
        }
        return before
      },
      { replace: true, preventScrollReset: true },
    )
}

type PartsProps = { pageCount: number; part: number; onPart: (part: number) => void }

/** Says how many pages the document has and which are shown, with buttons for the parts before and after. */
function PrintParts({ pageCount, part, onPart }: PartsProps) {
  const { t, tAttribute } = useTranslation()
  const lang = useLang()
  const partCount = countPrintParts(pageCount)
  const shown = Math.min(Math.max(part, 1), partCount)
  const from = (shown - 1) * printLimits.pagesShown + 1
  const buttons = [
    { to: shown - 1, label: tAttribute('adminPrint.previous'), Icon: IconChevronLeft },
    { to: shown + 1, label: tAttribute('adminPrint.next'), Icon: IconChevronRight },
  ]
  return (
    <Group component="nav" gap="xs" aria-label={tAttribute('adminPrint.parts')}>
      <Text role="status">
        {partCount === 1
          ? t('adminPrint.pages', { count: pageCount })
          : t('adminPrint.shown', {
              from: formatNumber(from, lang),
              to: formatNumber(Math.min(from + printLimits.pagesShown - 1, pageCount), lang),
              total: formatNumber(pageCount, lang),
            })}
      </Text>
      {partCount === 1
        ? null
        : buttons.map(({ to, label, Icon }) => (
            <ActionIcon
              key={label}
              variant="default"
              size="lg"
              aria-label={label}
              disabled={to < 1 || to > partCount}
              onClick={() => onPart(to)}
            >
              <Icon size={18} className={styles.mirrored} aria-hidden />
            </ActionIcon>
          ))}
      {partCount === 1 ? null : (
        <Text size="sm" c="dimmed">
          {t('adminPrint.shownHint')}
        </Text>
      )}
    </Group>
  )
}

/** Prints the part of the document that a button is in (`data-printable`) and nothing else. */
const printOnly = (button: Element): void => {
  const item = button.closest('[data-printable]')
  item?.setAttribute('data-printed', '')
  window.addEventListener('afterprint', () => item?.removeAttribute('data-printed'), { once: true })
  window.print()
}

/** Shows the button that prints only the `data-printable` element around it. */
export function PrintOnlyButton({ name, className }: { name: string; className?: string | undefined }) {
  const { t, tAttribute } = useTranslation()
  return (
    <button
      type="button"
      className={`${styles.only} ${className ?? ''}`}
      aria-label={tAttribute('adminPrint.printOneOf', { name })}
      onClick={({ currentTarget }) => printOnly(currentTarget)}
    >
      {t('adminPrint.printOne')}
    </button>
  )
}

type Props = {
  title: string
  back: { to: string; label: string }
  /** The pages of the whole document; undefined before it is chosen. */
  pageCount: number | undefined
  part: number
  onPart: (part: number) => void
  /** What a PDF file is made of; undefined before it is chosen. */
  file: { eventId: string; selection: PrintedSelection } | undefined
  /** What stands beside the buttons, such as the choice of a size. */
  controls?: ReactNode
  /** What the document is limited to. */
  filters?: ReactNode
  /** What stands below the filters, on the screen only. */
  extra?: ReactNode
  /** What the page says in place of an empty document. */
  empty: string
  /** The document, in parts with the attribute `data-printable`, below `data-page` where a page has several. */
  children: ReactNode
}

/**
 * Shows a document of an event to print: its heading, the choice of what is printed, the number of pages, and one
 * part of them. The document is drawn after everything else, in slices, so that the page never stands still.
 */
export function PrintPageFrame({
  title,
  back,
  pageCount,
  part,
  onPart,
  file,
  controls,
  filters,
  extra,
  empty,
  children,
}: Props) {
  const { t } = useTranslation()
  const drawn = useDeferredValue(children, null)
  return (
    <Stack>
      <title>{`${title} · ${t('name')}`}</title>
      <Stack className={styles.screenOnly} gap="sm">
        <div>
          <Anchor component={Link} to={back.to} size="sm">
            {back.label}
          </Anchor>
          <Group justify="space-between">
            <Title order={2} size="h3">
              {title}
            </Title>
            <Group>
              {controls}
              <Button
                leftSection={<IconPrinter size={18} aria-hidden />}
                onClick={() => window.print()}
                disabled={!pageCount}
              >
                {t('adminPrint.print')}
              </Button>
            </Group>
          </Group>
        </div>
        {filters}
        {extra}
        {pageCount ? <PrintParts pageCount={pageCount} part={part} onPart={onPart} /> : null}
        {pageCount && file ? <StartPrintFileTaskButton {...file} pageCount={pageCount} /> : null}
        {pageCount === 0 ? <Text py="xl">{empty}</Text> : null}
      </Stack>
      <div className={styles.document}>{drawn}</div>
    </Stack>
  )
}
