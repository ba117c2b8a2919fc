import './styles/docs.css';
import { addCopyButtons } from './copy-buttons.ts';
import { followOldAnchor } from './old-anchors.ts';
import { followPopovers } from './popovers.ts';
import { followReading } from './reading-place.ts';
import { searchWhileTyping } from './search.ts';
import { makeTabs } from './tabs.ts';
import { addThemeButton } from './theme-button.ts';

// The pages can be read, and searched, without this script.
addThemeButton();
makeTabs();
addCopyButtons();
searchWhileTyping();
followReading();
followPopovers();
void followOldAnchor();
