#pragma once

bool use_sessions();
bool use_tasks();
