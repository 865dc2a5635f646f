import { Button } from '@mantine/core'
import { useState } from 'react'
import type { EditedEvent } from '#contract/event/event.schema.ts'
import { listNewlyMissingRequiredEventTexts } from '#contract/event/event-rules.ts'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import type { RecordFormState } from '#web/admin/shared/use-record-form.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconEye, IconEyeOff, IconWorldUpload } from '#web/shared/ui/icons.ts'
import {
  type EventValues,
  formatEventFieldNames,
  listEmptyOptionalEventParts,
  listUnreadableDateFields,
} from './event-values.ts'

type Props = {
  form: RecordFormState<EventValues>
  event: EditedEvent | undefined
  /** Waits until the page shows the event that was saved last. */
  waitForPage: () => Promise<void> | undefined
}

/**
 * Shows the buttons beside 'Save': 'Preview' and 'Publish' for a draft, 'Unpublish' for a published event.
 * Each saves the form.
 */
export function SaveThenPreviewOrPublishButtons({ form, event, waitForPage }: Props) {
  const { t, i18n } = useTranslation()
  const [emptyParts, setEmptyParts] = useState<string[]>([])
  const { values, saving } = form
  const setPublished = (active: boolean) => void form.submit(undefined, { active })
  const publish = () => {
    const found = listEmptyOptionalEventParts(values, event)
    // missing required texts and unreadable dates are shown at their fields
    const isValid =
      listNewlyMissingRequiredEventTexts(values).length === 0 && listUnreadableDateFields(values).length === 0
    if (found.length > 0 && isValid) setEmptyParts(found)
    else setPublished(true)
  }
  const preview = async () => {
    const saved = event && !form.isDirty ? event : ((await form.submit()) as EditedEvent | undefined)
    if (!saved) return
    await waitForPage()
    // a full load, because the public pages do not use the styles of the back office
    window.location.assign(`/admin/events/${saved.id}/preview`)
  }
  if (values.active)
    return (
      <Button
        size="md"
        variant="default"
        disabled={saving}
        leftSection={<IconEyeOff size={20} aria-hidden />}
        onClick={() => setPublished(false)}
      >
        {t('adminEvents.unpublish')}
      </Button>
    )
  return (
    <>
      <Button
        size="md"
        variant="default"
        disabled={saving}
        leftSection={<IconEye size={20} aria-hidden />}
        onClick={() => void preview()}
      >
        {t('adminEvents.preview')}
      </Button>
      <Button
        size="md"
        variant="default"
        disabled={saving}
        leftSection={<IconWorldUpload size={20} aria-hidden />}
        onClick={publish}
      >
        {t('adminEvents.publish')}
      </Button>
      {emptyParts.length > 0 ? (
        <AdminConfirmDialog
          title={t('adminEvents.publishTitle')}
          text={t('adminEvents.emptyParts', { fields: formatEventFieldNames(t, i18n.language, emptyParts) })}
          action={t('adminEvents.publish')}
          color="oasis"
          onClose={() => setEmptyParts([])}
          onConfirm={() => {
            setEmptyParts([])
            setPublished(true)
          }}
        />
      ) : null}
    </>
  )
}
