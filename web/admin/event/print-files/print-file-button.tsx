import { Anchor, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PrintSelection } from '#contract/event/print.schema.ts'
import { type PrintedDocument, printLimits } from '#contract/event/print.ts'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconFileTypePdf } from '#web/shared/ui/icons.ts'

/** What a page has chosen of a document: the texts of its URL, which the server checks. */
export type PrintedSelection = { document: PrintedDocument; [filter: string]: string | string[] | undefined }
type Props = { eventId: string; selection: PrintedSelection; pageCount: number }

/**
 * Shows a button that makes a PDF file of what is selected. Where the pages are too many for a file, it asks to
 * choose a part.
 */
export function StartPrintFileTaskButton({ eventId, selection, pageCount }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { saving, save } = useSubmitWithToasts()
  const key = JSON.stringify(selection)
  const [startedKey, setStartedKey] = useState<string>()
  const isTooLong = pageCount > printLimits.pagesOfFile
  const pages = t('adminTasks.print.pages', { count: pageCount, formatted: formatNumber(pageCount, lang) })
  const create = () =>
    save(
      () =>
        callApi('POST /api/admin/events/:eventId/print-files', {
          params: { eventId },
          json: { selection: selection as PrintSelection, lang },
        }),
      () => setStartedKey(key),
    )
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<IconFileTypePdf size={18} aria-hidden />}
        loading={saving}
        disabled={isTooLong || pageCount === 0 || startedKey === key}
        onClick={() => void create()}
      >
        {t('adminTasks.print.create')}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {startedKey === key ? (
          <>
            {t('adminTasks.print.started')}{' '}
            <Anchor component={Link} to="/admin/tasks" size="sm">
              {t('adminTasks.title')}
            </Anchor>
          </>
        ) : isTooLong ? (
          t('adminTasks.print.tooMany', { pages, max: formatNumber(printLimits.pagesOfFile, lang) })
        ) : null}
      </Text>
    </Group>
  )
}
