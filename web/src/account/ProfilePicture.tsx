import { removeProfileImage, UPLOAD_TYPES, uploadProfileImage } from '@gatehouse/contract/uploads.ts'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { renewHandshake } from '../handshake.ts'
import { useSession } from '../session/use-session.ts'
import { ImageField } from '../ui/ImageField.tsx'
import { useAction } from '../ui/use-action.ts'
import { useFieldError } from '../ui/use-field-error.ts'
import { upload } from '../upload.ts'

/** Requirement A19. */
const PREVIEW = { width: 85, height: 70 }

/** One's own picture, kept as soon as it is chosen. */
export function ProfilePicture() {
  const { t } = useTranslation()
  const { user } = useSession()
  const router = useRouter()

  /** The session knows the picture, and every part of the page reads it from there. */
  async function reload() {
    await renewHandshake()
    await router.invalidate()
  }

  const storing = useAction(async (file: File) => {
    await upload(uploadProfileImage, file)
    await reload()
  })
  const removal = useAction(async () => {
    await call(removeProfileImage, {})
    await reload()
  })
  const error = useFieldError(storing.error ?? removal.error)

  return (
    <section aria-labelledby="own-picture-heading">
      <h2 id="own-picture-heading">{t('Profile picture')}</h2>
      <ImageField
        label={t('Picture')}
        error={error}
        value={user.profileImage}
        size={PREVIEW}
        accept={UPLOAD_TYPES}
        isBusy={storing.isBusy || removal.isBusy}
        onFile={storing.run}
        onRemove={removal.run}
      />
    </section>
  )
}
