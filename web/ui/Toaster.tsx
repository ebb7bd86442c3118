import * as Toast from '@radix-ui/react-toast'
import X from 'lucide-react/icons/x'
import { dismissToast, TOAST_MS, useToasts } from '../lib/toast-store.ts'

const SWIPE_THRESHOLD_PX = 50

/** Shows the toasts. ToastHost loads it on demand. */
export function Toaster() {
  const toasts = useToasts()
  return (
    <Toast.Provider duration={TOAST_MS} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX}>
      {toasts.map(({ id, open, title, description, variant = 'default' }) => (
        <Toast.Root
          key={id}
          open={open}
          onOpenChange={(stillOpen) => {
            if (!stillOpen) dismissToast(id)
          }}
          type={variant === 'destructive' ? 'foreground' : 'background'}
          data-variant={variant}
          className="toast"
        >
          <div className="min-w-0 flex-1">
            <Toast.Title className="font-semibold">{title}</Toast.Title>
            {description && (
              <Toast.Description className="mt-0.5 text-sm wrap-anywhere">
                {description}
              </Toast.Description>
            )}
          </div>
          <Toast.Close className="icon-button -my-2 -mr-2" aria-label="Close">
            <X aria-hidden size={18} />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport hotkey={['F8']} className="toast-viewport" />
    </Toast.Provider>
  )
}
