import Download from 'lucide-react/icons/download'
import { useAction } from '../../../lib/action.ts'
import { getFile } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/Button.tsx'
import { saveFile } from '../../../ui/save-file.ts'

interface DownloadRoundsProps {
  /** The file's address. */
  readonly address: string
  /** The file's name on the device. */
  readonly name: string
}

/** Downloads rounds as a file for spreadsheets. */
export function DownloadRounds({ address, name }: DownloadRoundsProps) {
  const download = useAction<void, Blob>({
    // A plain link would not send the session.
    run: () => getFile(address),
    success: { title: 'Rounds Downloaded', description: `They are in the file ${name}.` },
    failure: {
      title: 'Download Failed',
      fallback: 'The rounds could not be put together. Please try again.',
    },
    onSuccess: (file) => saveFile(file, name),
  })
  return (
    <Button
      look="outline"
      className="w-full"
      pending={download.isPending}
      onClick={() => download.mutate()}
    >
      <Download aria-hidden size={18} />
      {download.isPending ? 'Putting it together...' : 'Download as CSV'}
    </Button>
  )
}
