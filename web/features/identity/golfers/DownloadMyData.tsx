import Download from 'lucide-react/icons/download'
import { downloadMyData, type MyData } from '../../../../contract/golfers.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { RowButton } from '../../../ui/RowButton.tsx'
import { saveFile } from '../../../ui/save-file.ts'

const FILE = 'fourball-my-data.json'

export function DownloadMyData() {
  const download = useAction<void, MyData>({
    run: () => call(downloadMyData, {}),
    success: { title: 'Data Downloaded', description: `It is in the file ${FILE}.` },
    failure: {
      title: 'Download Failed',
      fallback: 'Your data could not be put together. Please try again.',
    },
    onSuccess: save,
  })
  return (
    <RowButton
      icon={<Download aria-hidden size={20} className="shrink-0 text-muted" />}
      pending={download.isPending}
      onClick={() => download.mutate()}
    >
      {download.isPending ? 'Putting it together...' : 'Download My Data'}
    </RowButton>
  )
}

function save(data: MyData): void {
  saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), FILE)
}
