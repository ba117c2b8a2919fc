import { icon } from '../shared/icons.tsx';

/** Icons of the first paint that only the chat draws: in the shared file every page would download them. */
export const SendIcon = icon(<path d="M10 16V4.5M5 9.2l5-5 5 5" />);
export const StopIcon = icon(<rect x="6" y="6" width="8" height="8" rx="1.5" class="solid" />);
export const PlusIcon = icon(<path d="M10 4.5v11M4.5 10h11" />);
export const SearchIcon = icon(<path d="M13.2 13.2 17 17M14.5 9a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0Z" />);
export const DownIcon = icon(<path d="M10 4v11.5M5.2 10.8l4.8 4.7 4.8-4.7" />);
export const SidebarIcon = icon(<path d="M3.5 4.5h13v11h-13zM8 4.5v11" />);
