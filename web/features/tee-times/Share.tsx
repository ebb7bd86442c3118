import ShareIcon from 'lucide-react/icons/share-2'
import type { GroupDetail } from '../../../contract/groups.ts'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { dateIn } from '../../lib/dates.ts'
import { dismissToast, toast } from '../../lib/toast-store.ts'
import { IconButton, ToastButton } from '../../ui/Button.tsx'
import { shareLink } from '../../ui/copy-and-save.ts'
import { pathToCard } from './arrange-tee-times.ts'
import { describeForSharing } from './describe-tee-time.ts'

type ShareProps = { card: TeeTime; group: Pick<GroupDetail, 'slug' | 'timeZone'> }

export function ShareButton({ card, group }: ShareProps) {
  return (
    <IconButton
      icon={ShareIcon}
      title="Share"
      label="Share"
      // The negative margins keep the card from growing.
      className="-my-3 -mr-3"
      onClick={() => void share(card, group)}
    />
  )
}

export function ShareInToast({ card, group }: ShareProps) {
  return <ToastButton onClick={() => void share(card, group)}>Share</ToastButton>
}

async function share(card: TeeTime, group: ShareProps['group']): Promise<void> {
  const url = new URL(pathToCard(group, card), window.location.origin).href
  const text = describeForSharing(card, dateIn(group.timeZone, new Date()))
  const outcome = await shareLink(text, url)
  if (outcome === 'shared') dismissToast()
  if (outcome === 'copied') {
    toast({ title: 'Tee Time Copied', description: 'Paste it into a message to your buddies.' })
  }
  if (outcome === 'failed') {
    toast({
      title: 'Failed to Share Tee Time',
      description: `Your browser didn't let us copy it. Send this link: ${url}`,
      variant: 'destructive',
    })
  }
}
